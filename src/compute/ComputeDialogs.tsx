import { useConfig } from '../session/pageData.ts';
import { AddInstancesDialog, DatabasesDialog } from './AddInstancesDialog.tsx';
import { InstanceDetails } from './InstanceDetails.tsx';
import { SelectFromListDialog } from './SelectFromListDialog.tsx';
import { useInstances } from './useInstances.ts';
import { useInstanceTable } from './useInstanceTable.ts';

/** Rendered even without a dialog, as `LateBoundary` explains. */
export function ComputeDialogs() {
  const { hasActions } = useInstances();
  const { view, changeView } = useInstanceTable();
  const { details, open } = view;
  const { policy } = useConfig();
  const close = () => changeView({ open: null });
  return (
    <>
      {details !== null && <InstanceDetails rowKey={details} />}
      {open === 'add' && policy.readOnly === null && <AddInstancesDialog onClose={close} />}
      {open === 'select' && hasActions && <SelectFromListDialog onClose={close} />}
      {open === 'databases' && <DatabasesDialog onClose={close} />}
    </>
  );
}
