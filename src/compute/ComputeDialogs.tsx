import { ActivityPanel } from '../deletion/ActivityPanel.tsx';
import { BulkDialog } from '../deletion/BulkDialog.tsx';
import { BulkProgress } from '../deletion/BulkProgress.tsx';
import { DeleteDialog } from '../deletion/DeleteDialog.tsx';
import { AddInstanceDialog } from './AddInstanceDialog.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import type { DeletableRow, InstanceRow } from './instanceRow.ts';
import { useTableView } from './tableView.ts';

export type OpenDialog =
  | { dialog: 'delete'; row: DeletableRow; finalFocus: () => HTMLElement | null }
  | { dialog: 'bulk'; rows: readonly InstanceRow[] }
  | { dialog: 'add' };

type Props = { openDialog: OpenDialog | null; onClose: () => void };

/** The open dialog, and the details and the panel that the URL opens. An open dialog hides the panel. */
export function ComputeDialogs({ openDialog, onClose }: Props) {
  const [{ details, panel }, changeView] = useTableView();
  const closePanel = () => changeView({ panel: null });
  return (
    <>
      {details !== null && <DetailsPanel rowKey={details} />}
      {openDialog?.dialog === 'delete' && (
        <DeleteDialog
          key={openDialog.row.key}
          row={openDialog.row}
          finalFocus={openDialog.finalFocus}
          onClose={onClose}
        />
      )}
      {openDialog?.dialog === 'bulk' && <BulkDialog selectedRows={openDialog.rows} onClose={onClose} />}
      {openDialog?.dialog === 'add' && <AddInstanceDialog onClose={onClose} />}
      {openDialog === null && panel === 'bulk' && <BulkProgress onClose={closePanel} />}
      {openDialog === null && panel === 'activity' && <ActivityPanel onClose={closePanel} />}
    </>
  );
}
