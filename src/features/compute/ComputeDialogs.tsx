import { useSession } from '../../session/useSession.ts';
import { useResults } from '../../ui/results.tsx';
import { AddInstanceDialog } from './add/AddInstanceDialog.tsx';
import { ActivityPanel } from './deletion/ActivityPanel.tsx';
import { BulkDialog } from './deletion/BulkDialog.tsx';
import { BulkProgress } from './deletion/BulkProgress.tsx';
import { isBulkUnderWay, startBulkRun } from './deletion/bulkDelete.ts';
import { DeleteDialog } from './deletion/DeleteDialog.tsx';
import type { DeletionEntry } from './deletion/deletionEntry.ts';
import { putBack, type RowState, type Tombstone } from './deletion/deletionMarks.ts';
import { useBulkAnnouncement } from './deletion/deletionResults.tsx';
import { useRefreshListing } from './deletion/useDeleteComputeInstance.ts';
import { useBulkRun, useDeletionEntries, useDeletions } from './deletion/useDeletions.ts';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import {
  bulkBlockedReason,
  type Deletable,
  type InstanceRow,
  indexOfKey,
  instanceKey,
  instancesCount,
  type RowActions,
  rowOfEntry,
  undeletableReason,
} from './instanceRow.ts';
import type { AddedInstance, Inventory } from './inventory.ts';
import { focusAfter, tabbableRow } from './list/rowFocus.ts';
import type { TableView } from './list/tableView.ts';
import type { Selection } from './list/useSelection.ts';
import { isRemovedNow } from './tombstones.ts';

export type OpenDialog =
  /** `isInList`: whether the list held the row then; what it lacks can be asked about all the same. `origin` had the focus. */
  | { dialog: 'delete'; row: Deletable; isInList: boolean; next: string | null; origin: Element | null }
  | {
      dialog: 'bulk';
      rows: readonly Deletable[];
      leftOut: readonly { key: string; label: string; reason: string }[];
    }
  | { dialog: 'add' };

type Props = {
  open: OpenDialog | null;
  setOpen: (open: OpenDialog | null) => void;
  rows: readonly InstanceRow[];
  /** Removed rows that the service lists again, by row key. */
  reappeared: ReadonlyMap<string, Tombstone>;
  /** Whether a database's first answer is still to come. */
  isReading: boolean;
  inventory: Inventory;
  /** Offered when one is added by hand. */
  databases: readonly string[];
  view: TableView;
  changeView: (change: Partial<TableView>) => void;
  stateOf: (row: InstanceRow) => RowState;
  selection: Selection;
  actions: RowActions;
  /** Asks anew before rows are deleted together. */
  onBulk: (rows: readonly InstanceRow[]) => void;
};

/** Whichever dialog of the list is open; one at a time. */
export function ComputeDialogs(props: Props) {
  const {
    open,
    setOpen,
    rows,
    reappeared,
    isReading,
    inventory,
    databases,
    view,
    changeView,
    stateOf,
    selection,
    actions,
    onBulk,
  } = props;
  const { workspaceSlug, connection } = useSession();
  const deletions = useDeletions();
  const entries = useDeletionEntries().filter((entry) => entry.target.workspaceSlug === workspaceSlug);
  const run = useBulkRun();
  const refreshListing = useRefreshListing();
  const announceBulk = useBulkAnnouncement();
  const results = useResults();
  const close = () => setOpen(null);

  function hasLeft({ row, isInList }: OpenDialog & { dialog: 'delete' }): boolean {
    return isInList && indexOfKey(rows, row.key) === -1;
  }

  /** What this tab itself does with it, or has done, is no obstacle: the dialog is about that. */
  function obstacleTo(row: Deletable): string | null {
    const { mark, ...state } = stateOf(row);
    return undeletableReason(row, { ...state, mark: mark?.kind === 'elsewhere' ? mark : null });
  }

  async function startBulk(confirmed: readonly Deletable[]) {
    const isRemoved = isRemovedNow(deletions.log, reappeared);
    const targetOf = ({ databaseName, id }: Deletable) => ({ workspaceSlug, databaseName, instanceId: id });
    const latest = new Map(rows.map((row) => [row.key, row]));
    const remaining = confirmed
      .filter((row) => !isRemoved(targetOf(row)))
      .map((row) => latest.get(row.key) ?? row);
    // Rows may have been removed, protected or changed since the dialog opened. Then ask again without them.
    if (
      remaining.length < confirmed.length ||
      remaining.some((row) => bulkBlockedReason(row, stateOf(row)) !== null)
    )
      return onBulk(remaining);
    const intents = confirmed.map((row) => ({
      target: targetOf(row),
      label: row.label,
      name: row.name,
      created: row.record?.created ?? null,
      listed: row.source !== 'added',
    }));
    const started = startBulkRun(deletions, connection, intents);
    if (started === null) return;
    void announceBulk(started).then(refreshListing);
    await started.written;
    close();
    changeView({ panel: 'bulk' });
  }

  /** What was deleted here and is added again is wanted in the list again. */
  function addAnew(added: readonly AddedInstance[]) {
    const keys = new Set(added.map(({ databaseName, id }) => instanceKey(databaseName, id)));
    putBack(
      deletions.log,
      entries.filter(({ target }) => keys.has(instanceKey(target.databaseName, target.instanceId))),
    );
    inventory.add(added);
    results.show({
      id: 'added',
      content: `Added ${instancesCount(added.length)} to the list.`,
      passing: true,
    });
  }

  function retry(failed: readonly DeletionEntry[]) {
    const known = new Map(rows.map((row) => [row.key, row]));
    // What the list lacks by now can be asked about all the same.
    const again = failed.map(rowOfEntry).map((row) => known.get(row.key) ?? row);
    changeView({ panel: null });
    selection.select(again.map(({ key }) => key));
    onBulk(again);
  }

  if (open?.dialog === 'delete')
    return (
      <DeleteDialog
        key={open.row.key}
        row={open.row}
        mark={stateOf(open.row).mark}
        hasLeft={hasLeft(open)}
        obstacle={obstacleTo(open.row)}
        onClose={close}
        finalFocus={() => focusAfter(open.row.key, open.next, open.origin)}
      />
    );
  if (open?.dialog === 'bulk')
    return (
      <BulkDialog
        rows={open.rows}
        leftOut={open.leftOut}
        isBusy={isBulkUnderWay(deletions.log.entries(), run)}
        onClose={close}
        onConfirm={startBulk}
      />
    );
  if (open?.dialog === 'add')
    return (
      <AddInstanceDialog
        workspaceSlug={workspaceSlug}
        databases={databases}
        rows={rows}
        onAdd={addAnew}
        onClose={close}
      />
    );
  // Of another workspace's bulk deletion nothing is shown here, nor can it be stopped from here.
  const running =
    run?.state.name === 'ended' ? undefined : entries.find(({ bulkKey }) => bulkKey === run?.bulkKey);
  const bulkKey = (running ?? entries.findLast((entry) => entry.bulkKey !== null))?.bulkKey ?? null;
  if (view.panel === 'bulk' && bulkKey !== null)
    return (
      <BulkProgress
        bulkKey={bulkKey}
        entries={entries}
        onRetry={retry}
        onClose={() => changeView({ panel: null })}
      />
    );
  if (view.panel === 'activity')
    return <ActivityPanel entries={entries} onClose={() => changeView({ panel: null })} />;
  if (view.details === null) return null;
  const row = rows[indexOfKey(rows, view.details)] ?? null;
  // Of a list that is still being read nobody knows what it lacks.
  if (row === null && isReading) return null;
  return (
    <DetailsPanel
      row={row}
      state={row === null ? null : stateOf(row)}
      onClose={() => changeView({ details: null })}
      actions={actions}
      finalFocus={() => (row === null ? null : tabbableRow(row.key))}
    />
  );
}
