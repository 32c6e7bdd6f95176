import { useConfig } from '../session/pageData.ts';
import { AddInstancesDialog, DatabasesDialog } from './AddInstancesDialog.tsx';
import { Details } from './Details.tsx';
import { SelectFromListDialog } from './SelectFromListDialog.tsx';
import { useInstances } from './useInstances.ts';
import { useTable } from './useInstanceTable.ts';

/** What the URL opens. Rendered also while no dialog is open. */
export function ComputeDialogs() {
  const { hasActions } = useInstances();
  const { view, changeView } = useTable();
  const { details, open } = view;
  const { policy } = useConfig();
  const close = () => changeView({ open: null });
  return (
    <>
      {details !== null && <Details rowKey={details} />}
      {open === 'add' && policy.readOnly === null && <AddInstancesDialog onClose={close} />}
      {open === 'select' && hasActions && <SelectFromListDialog onClose={close} />}
      {open === 'databases' && <DatabasesDialog onClose={close} />}
    </>
  );
}
