import { useSession } from '../../../session/useSession.ts';
import { useComputeActions } from '../computeActions.ts';
import { changeReason, createdOf, type Deletable, instanceKey } from '../instanceRow.ts';
import { useTableView } from '../list/tableView.ts';
import { useInstanceList } from '../list/useInstanceTable.ts';
import { useRefreshListing } from '../listings.ts';
import { useLoadedInstances } from '../useInstances.ts';
import { BulkDialog, type SkippedRow } from './BulkDialog.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import { isBulkUnderWay, startBulkRun } from './bulkDelete.ts';
import { useBulkRun, useDeletions } from './DeletionsProvider.tsx';
import { type DeletionEntry, rowOfEntry } from './deletionEntry.ts';
import { useBulkAnnouncement } from './outcomes.tsx';
import { deleteBlockedReason, isRemovedNow } from './rowStatus.ts';

type BulkConfirmationProps = {
  rows: readonly Deletable[];
  skipped: readonly SkippedRow[];
  onClose: () => void;
};

/** Asks before a bulk deletion, and starts it. */
export function BulkConfirmation({ rows, skipped, onClose }: BulkConfirmationProps) {
  const { workspaceSlug, connection } = useSession();
  const { rows: listed, reappeared, getRowState } = useLoadedInstances();
  const { askToDeleteAll } = useComputeActions();
  const { selection } = useInstanceList();
  const [, changeView] = useTableView();
  const deletions = useDeletions();
  const run = useBulkRun();
  const refreshListing = useRefreshListing();
  const announce = useBulkAnnouncement();
  const latest = new Map(listed.map((row) => [row.key, row]));
  const unchanged: Deletable[] = [];
  const changed: SkippedRow[] = [];
  for (const row of rows) {
    const reason = changeReason(row, latest.get(row.key), workspaceSlug);
    if (reason === null) unchanged.push({ ...row, ...latest.get(row.key), id: row.id });
    else changed.push({ key: row.key, label: row.label, reason });
  }

  async function start(confirmed: readonly Deletable[]) {
    const isRemoved = isRemovedNow(
      deletions.log.entries().filter(({ target }) => target.workspaceSlug === workspaceSlug),
      reappeared,
    );
    const remaining = confirmed.filter(({ key }) => !isRemoved(key));
    // Rows may have been removed or protected since the dialog opened. Then ask again without them.
    if (
      remaining.length < confirmed.length ||
      remaining.some((row) => deleteBlockedReason(row, getRowState(row), 'bulk') !== null)
    )
      return askToDeleteAll(remaining);
    const intents = confirmed.map((row) => ({
      target: { workspaceSlug, databaseName: row.databaseName, instanceId: row.id },
      label: row.label,
      name: row.name,
      created: createdOf(row),
      listed: row.source !== 'added',
    }));
    const started = startBulkRun(deletions, connection, intents);
    if (started === null) return;
    // Only Retry in the result sends again.
    selection.clear();
    void announce(started).then(refreshListing);
    await started.written;
    onClose();
    changeView({ panel: 'bulk' });
  }

  return (
    <BulkDialog
      rows={unchanged}
      skipped={skipped}
      changed={changed}
      isBusy={isBulkUnderWay(deletions.log.entries(), run)}
      onClose={onClose}
      onConfirm={start}
    />
  );
}

type BulkResultProps = { entries: readonly DeletionEntry[]; onClose: () => void };

/** The running bulk deletion of this workspace, or the result of the last one. */
export function BulkResult({ entries, onClose }: BulkResultProps) {
  const { rows } = useLoadedInstances();
  const { askToDeleteAll } = useComputeActions();
  const run = useBulkRun();
  const runKey = run?.state.name === 'ended' ? null : run?.bulkKey;
  // A bulk deletion of another workspace is not shown here and can't be stopped from here.
  const shown =
    entries.find(({ bulkKey }) => bulkKey !== null && bulkKey === runKey) ??
    entries.findLast(({ bulkKey }) => bulkKey !== null);
  if (shown?.bulkKey == null) return null;

  function retry(failed: readonly DeletionEntry[]) {
    const latest = new Map(rows.map((row) => [row.key, row]));
    const again = failed.map((entry) => {
      const { databaseName, instanceId } = entry.target;
      return rowOfEntry(entry, latest.get(instanceKey(databaseName, instanceId)));
    });
    onClose();
    askToDeleteAll(again);
  }

  return <BulkProgress bulkKey={shown.bulkKey} entries={entries} onRetry={retry} onClose={onClose} />;
}
