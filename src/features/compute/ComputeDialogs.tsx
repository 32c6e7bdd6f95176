import { useSession } from '../../session/useSession.ts';
import { AddInstanceDialog } from './add/AddInstanceDialog.tsx';
import { ActivityPanel } from './deletion/ActivityPanel.tsx';
import { BulkDialog } from './deletion/BulkDialog.tsx';
import { BulkProgress } from './deletion/BulkProgress.tsx';
import { DeleteDialog } from './deletion/DeleteDialog.tsx';
import { useWorkspaceEntries } from './deletion/DeletionsProvider.tsx';
import { deleteBlockedReason } from './deletion/rowStatus.ts';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import { changeReason, type Deletable, indexOfKey } from './instanceRow.ts';
import { focusAfter } from './list/rowFocus.ts';
import { useTableView } from './list/tableView.ts';
import { useLoadedInstances } from './useInstances.ts';

type DeleteRequest = {
  row: Deletable;
  /** Key of the row to focus once this one is removed. */
  next: string | null;
  /** The element that had the focus. */
  origin: Element | null;
};

export type OpenDialog =
  | ({ dialog: 'delete' } & DeleteRequest)
  | {
      dialog: 'bulk';
      rows: readonly Deletable[];
      skipped: readonly { key: string; label: string; reason: string }[];
    }
  | { dialog: 'add' };

type Props = { open: OpenDialog | null; onClose: () => void };

/** The details beside the list and the open dialog. Details and panels are opened by the URL. */
export function ComputeDialogs({ open, onClose }: Props) {
  const [{ details }] = useTableView();
  return (
    <>
      {details !== null && <DetailsPanel rowKey={details} />}
      {open?.dialog === 'delete' && <DeleteConfirmation key={open.row.key} {...open} onClose={onClose} />}
      {open?.dialog === 'bulk' && <BulkDialog rows={open.rows} skipped={open.skipped} onClose={onClose} />}
      {open?.dialog === 'add' && <AddInstanceDialog onClose={onClose} />}
      {open === null && <PanelInUrl />}
    </>
  );
}

function PanelInUrl() {
  const [{ panel }, changeView] = useTableView();
  const entries = useWorkspaceEntries();
  const onClose = () => changeView({ panel: null });
  if (panel === 'bulk' && entries.some(({ bulkKey }) => bulkKey !== null))
    return <BulkProgress entries={entries} onClose={onClose} />;
  return panel === 'activity' && <ActivityPanel entries={entries} onClose={onClose} />;
}

type DeleteConfirmationProps = DeleteRequest & { onClose: () => void };

function DeleteConfirmation({ row, next, origin, onClose }: DeleteConfirmationProps) {
  const { workspaceSlug } = useSession();
  const { rows, getRowState } = useLoadedInstances();
  const state = getRowState(row);
  const latest = rows[indexOfKey(rows, row.key)];
  return (
    <DeleteDialog
      row={row}
      status={state.status}
      blockedReason={changeReason(row, latest, workspaceSlug) ?? deleteBlockedReason(row, state, 'dialog')}
      onClose={onClose}
      finalFocus={() => focusAfter(row.key, next, origin)}
    />
  );
}
