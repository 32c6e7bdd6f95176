import { Suspense } from 'react';
import { useSession } from '../../session/useSession.ts';
import { useResults } from '../../ui/useResults.ts';
import { createBulkRun } from './bulk/createBulkRun.ts';
import { retriableEntries } from './bulk/retriableEntries.ts';
import { useBulkAnnouncement } from './bulk/useBulkAnnouncement.tsx';
import { useBulkDesk } from './bulk/useBulkDesk.ts';
import { useLeaving } from './deletion/useLeaving.tsx';
import { dialogCode } from './dialogCode.ts';
import type { Deletable } from './instances/Deletable.ts';
import type { InstanceRow } from './instances/InstanceRow.ts';
import { indexOfKey } from './instances/indexOfKey.ts';
import { instanceKey } from './instances/instanceKey.ts';
import { instancesCount } from './instances/instancesCount.ts';
import type { RowActions } from './instances/RowActions.ts';
import { rowOfEntry } from './instances/rowOfEntry.ts';
import { undeletableReason } from './instances/undeletableReason.ts';
import type { Inventory, InventorySnapshot } from './inventory/createInventory.ts';
import type { DeletionEntry } from './journal/DeletionEntry.ts';
import { journalMarks } from './journal/journalMarks.ts';
import { putBackEntry } from './journal/putBackEntry.ts';
import type { RowState } from './journal/RowState.ts';
import { targetKey } from './journal/targetKey.ts';
import { useDeletionEntries } from './journal/useDeletionEntries.ts';
import { useDeletions } from './journal/useDeletions.ts';
import type { TableView } from './search/readTableView.ts';
import { rowElement } from './table/rowElement.ts';
import { tabbableRow } from './table/tabbableRow.ts';
import type { Selection } from './table/useSelection.ts';

const {
  delete: DeleteDialog,
  bulk: BulkDialog,
  progress: BulkProgress,
  add: AddInstanceDialog,
  details: DetailsPanel,
  activity: ActivityPanel,
} = dialogCode;

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
  /** Whether a database's first answer is still to come. */
  isReading: boolean;
  inventory: Inventory;
  kept: InventorySnapshot;
  view: TableView;
  changeView: (change: Partial<TableView>) => void;
  stateOf: (row: InstanceRow) => RowState;
  selection: Selection;
  actions: RowActions;
  /** Asks anew before rows are deleted together. */
  onBulk: (rows: readonly InstanceRow[]) => void;
};

/** Whichever dialog of the list is open; one at a time, each with its code fetched when it is needed. */
export function ComputeDialogs(props: Props) {
  const {
    open,
    setOpen,
    rows,
    isReading,
    inventory,
    kept,
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
  const { desk, run, state } = useBulkDesk();
  const takeLeave = useLeaving();
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

  function startBulk(confirmed: readonly Deletable[]) {
    const { tombstones } = journalMarks(deletions.journal.entries(), deletions.tabs.elsewhere());
    const targetOf = ({ databaseName, id }: Deletable) => ({ workspaceSlug, databaseName, instanceId: id });
    const staying = confirmed.filter((row) => !tombstones.has(targetKey(targetOf(row))));
    // What has left, was protected or taken on by another tab since this was asked is asked about anew, without it.
    if (
      staying.length < confirmed.length ||
      staying.some((row) => undeletableReason(row, stateOf(row)) !== null)
    )
      return onBulk(staying);
    const intents = confirmed.map((row) => ({
      target: targetOf(row),
      label: row.label,
      listed: row.source !== 'added',
    }));
    const started = desk.start(() => createBulkRun(deletions, connection, intents));
    if (started === null) return;
    announceBulk(started);
    close();
    changeView({ panel: 'bulk' });
  }

  /** What was deleted here and is added again is wanted in the list again. */
  function addAnew(added: Parameters<Inventory['add']>[0]) {
    const keys = new Set(added.map(({ databaseName, id }) => instanceKey(databaseName, id)));
    for (const entry of entries)
      if (keys.has(instanceKey(entry.target.databaseName, entry.target.instanceId)))
        putBackEntry(deletions, entry);
    for (const { databaseName, id } of added) {
      const target = targetKey({ workspaceSlug, databaseName, instanceId: id });
      if (deletions.tabs.elsewhere().get(target) === 'sending') continue;
      deletions.tabs.forget(target);
      deletions.tabs.tell(target, 'put-back');
    }
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
      <Suspense fallback={null}>
        <DeleteDialog
          key={open.row.key}
          row={open.row}
          mark={stateOf(open.row).mark}
          hasLeft={hasLeft(open)}
          obstacle={obstacleTo(open.row)}
          onClose={close}
          onLeft={(entry) => {
            close();
            takeLeave(entry);
          }}
          onFailedUnseen={takeLeave}
          finalFocus={() => focusAfter(open.row.key, open.next, open.origin)}
        />
      </Suspense>
    );
  if (open?.dialog === 'bulk')
    return (
      <Suspense fallback={null}>
        <BulkDialog
          rows={open.rows}
          leftOut={open.leftOut}
          isBusy={state !== null && state.name !== 'ended'}
          onClose={close}
          onConfirm={startBulk}
        />
      </Suspense>
    );
  if (open?.dialog === 'add')
    return (
      <Suspense fallback={null}>
        <AddInstanceDialog
          workspaceSlug={workspaceSlug}
          databases={kept.databases}
          rows={rows}
          onAdd={addAnew}
          onClose={close}
        />
      </Suspense>
    );
  // Of another workspace's bulk deletion nothing is shown here, nor can it be stopped from here.
  const running =
    state?.name === 'ended' ? undefined : entries.find(({ bulkKey }) => bulkKey === run?.bulkKey);
  const bulkKey = (running ?? entries.findLast((entry) => entry.bulkKey !== null))?.bulkKey ?? null;
  const isRunning = run !== null && run.bulkKey === bulkKey;
  if (view.panel === 'bulk' && bulkKey !== null)
    return (
      <Suspense fallback={null}>
        <BulkProgress
          entries={entries.filter((entry) => entry.bulkKey === bulkKey)}
          failed={retriableEntries(entries, bulkKey)}
          state={(isRunning ? state : null) ?? { name: 'ended', why: null }}
          isLossy={deletions.journal.isLossy()}
          onStop={() => isRunning && run.stop()}
          onRetry={retry}
          onClose={() => changeView({ panel: null })}
        />
      </Suspense>
    );
  if (view.panel === 'activity')
    return (
      <Suspense fallback={null}>
        <ActivityPanel entries={entries} onClose={() => changeView({ panel: null })} />
      </Suspense>
    );
  if (view.details === null) return null;
  const row = rows[indexOfKey(rows, view.details)] ?? null;
  // Of a list that is still being read nobody knows what it lacks.
  if (row === null && isReading) return null;
  return (
    <Suspense fallback={null}>
      <DetailsPanel
        row={row}
        state={row === null ? null : stateOf(row)}
        onClose={() => changeView({ details: null })}
        actions={actions}
        finalFocus={() => (row === null ? null : tabbableRow(row.key))}
      />
    </Suspense>
  );
}

/**
 * The row where a key on it had asked, its own Delete where the row stayed, else the next row, else the heading: the
 * focus is never lost.
 */
function focusAfter(key: string, next: string | null, origin: Element | null): HTMLElement | null {
  if (origin !== null && origin === rowElement(key)) return tabbableRow(key);
  return (
    rowElement(key)?.querySelector<HTMLElement>('button[aria-label^="Delete "]:enabled') ??
    tabbableRow(key) ??
    (next === null ? null : tabbableRow(next)) ??
    document.getElementById('page-heading')
  );
}
