import { useConfig } from '../session/pageData.ts';
import { AddInstancesDialog } from './AddInstancesDialog.tsx';
import { BulkDeleteDialog } from './BulkDeleteDialog.tsx';
import { DatabasesDialog } from './DatabasesDialog.tsx';
import { Details } from './Details.tsx';
import type { RowWithId } from './instanceRow.ts';
import { SelectFromListDialog } from './SelectFromListDialog.tsx';
import { useTableView } from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

export function ComputeDialogs({ toDelete }: { toDelete: readonly RowWithId[] }) {
  const { instances, hasActions, askToDelete } = useCompute();
  const [{ details, open }, changeView] = useTableView();
  const { policy } = useConfig();
  const close = () => changeView({ open: null });
  return (
    <>
      {details !== null && <Details rowKey={details} />}
      {toDelete.length > 1 && <BulkDeleteDialog rows={toDelete} onClose={() => askToDelete([])} />}
      {open === 'add' && policy.readOnly === null && (
        <AddInstancesDialog rowsByKey={instances.rowsByKey} onClose={close} />
      )}
      {open === 'select' && hasActions && <SelectFromListDialog onClose={close} />}
      {open === 'databases' && <DatabasesDialog databases={instances.databases} onClose={close} />}
    </>
  );
}
