import { AddInstanceDialog } from './add/AddInstanceDialog.tsx';
import { ActivityPanel } from './deletion/ActivityPanel.tsx';
import { BulkDialog } from './deletion/BulkDialog.tsx';
import { BulkProgress } from './deletion/BulkProgress.tsx';
import { DeleteDialog } from './deletion/DeleteDialog.tsx';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import type { DeletableRow, InstanceRow } from './instanceRow.ts';
import { useTableView } from './list/tableView.ts';

export type OpenDialog =
  | { dialog: 'delete'; row: DeletableRow; finalFocus: () => HTMLElement | null }
  | { dialog: 'bulk'; rows: readonly InstanceRow[] }
  | { dialog: 'add' };

type Props = { open: OpenDialog | null; onClose: () => void };

/** The details beside the list and the open dialog. Details and panels are opened by the URL. */
export function ComputeDialogs({ open, onClose }: Props) {
  const [{ details, panel }, changeView] = useTableView();
  const closePanel = () => changeView({ panel: null });
  return (
    <>
      {details !== null && <DetailsPanel rowKey={details} />}
      {open?.dialog === 'delete' && (
        <DeleteDialog key={open.row.key} row={open.row} finalFocus={open.finalFocus} onClose={onClose} />
      )}
      {open?.dialog === 'bulk' && <BulkDialog chosen={open.rows} onClose={onClose} />}
      {open?.dialog === 'add' && <AddInstanceDialog onClose={onClose} />}
      {open === null && panel === 'bulk' && <BulkProgress onClose={closePanel} />}
      {open === null && panel === 'activity' && <ActivityPanel onClose={closePanel} />}
    </>
  );
}
