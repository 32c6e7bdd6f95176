import type { DeleteTarget } from '../../../api/deleteOutcome.ts';
import { type InstanceRow, instanceKey, isLater, mismatchesOf, pathProblem } from '../instanceRow.ts';
import type { DeletionEntry } from './deletionEntry.ts';

/** The status of a row according to the deletion log. */
export type RowStatus = {
  /** `failed`: an item of a bulk delete that can be retried. `still-listed`: listed long after its deletion. */
  kind: 'deleting' | 'in-another-tab' | 'unknown' | 'mismatch' | 'failed' | 'still-listed';
  entry: DeletionEntry;
};

/** The status and protection of a row, and the reasons that block its deletion. */
export type RowState = {
  status: RowStatus | null;
  isProtected: boolean;
  /** The field of the record that contradicts where the row is listed. */
  mismatchedField: 'workspace' | 'database' | null;
  /** Why the row can't be deleted. */
  blockedReason: string | null;
  /** Why the row can't be deleted together with others. */
  bulkBlockedReason: string | null;
};

/** The latest entry that removed each removed row, by row key. */
export type Removals = ReadonlyMap<string, DeletionEntry>;

export const removingOutcomes: ReadonlySet<string> = new Set(['deleted', 'accepted', 'gone']);

export function rowKeyOf({ databaseName, instanceId }: DeleteTarget): string {
  return instanceKey(databaseName, instanceId);
}

/**
 * Returns the removals and the statuses of rows, by row key. A deletion that was refused or not sent does not replace an
 * earlier `unknown` status.
 * @param entries the entries of one workspace, oldest first
 */
export function getRowStatuses(
  entries: readonly DeletionEntry[],
  isOfThisPage: (intentKey: string) => boolean = () => true,
): { removals: Removals; statuses: ReadonlyMap<string, RowStatus> } {
  const removals = new Map<string, DeletionEntry>();
  const statuses = new Map<string, RowStatus>();
  for (const entry of entries) {
    const { target, outcome, bulkKey, dismissed } = entry;
    const key = rowKeyOf(target);
    if (outcome === null)
      statuses.set(key, { kind: isOfThisPage(entry.intentKey) ? 'deleting' : 'in-another-tab', entry });
    else if (removingOutcomes.has(outcome.kind)) {
      statuses.delete(key);
      if (entry.putBack) removals.delete(key);
      else removals.set(key, entry);
    } else if (outcome.kind === 'unknown' || outcome.kind === 'mismatch') {
      if (dismissed) statuses.delete(key);
      else statuses.set(key, { kind: outcome.kind, entry });
    } else if (bulkKey !== null && !dismissed && (statuses.get(key)?.kind ?? 'failed') === 'failed')
      statuses.set(key, { kind: 'failed', entry });
  }
  return { removals, statuses };
}

/** Returns a function that checks if a row was removed after its deletion was confirmed. @param entries oldest first */
export function wasRemovedSince(entries: readonly DeletionEntry[]): (entry: DeletionEntry) => boolean {
  const { removals } = getRowStatuses(entries);
  const now = Date.now();
  return ({ target, sequence, confirmedAt }) => {
    const removal = removals.get(rowKeyOf(target));
    if (removal === undefined) return false;
    const at = removedAt(removal);
    // Ignore a time in the future, because it was recorded before the clock was set back.
    return removal.sequence > sequence || (at > confirmedAt && at <= now);
  };
}

/**
 * Returns why an earlier deletion of the same instance prevents another request, or null.
 * @param entries those of the instance, oldest first
 */
export function findBlockingDeletion(
  entries: readonly DeletionEntry[],
  entry: DeletionEntry,
): 'removed' | 'mismatch' | null {
  if (wasRemovedSince(entries)(entry)) return 'removed';
  const { statuses } = getRowStatuses(entries.filter(({ intentKey }) => intentKey !== entry.intentKey));
  return statuses.get(rowKeyOf(entry.target))?.kind === 'mismatch' ? 'mismatch' : null;
}

const plainState: RowState = {
  status: null,
  isProtected: false,
  mismatchedField: null,
  blockedReason: null,
  bulkBlockedReason: null,
};

/** Returns the state of a row. Ordinary rows share one object, so that memoized rows don't render again. */
export function rowStateOf(
  row: InstanceRow,
  workspaceSlug: string,
  status: RowStatus | null,
  isProtected: boolean,
): RowState {
  const facts = { status, isProtected, mismatchedField: mismatchesOf(row, workspaceSlug)[0]?.field ?? null };
  const bulkBlockedReason = deleteBlockedReason(row, facts, 'bulk');
  // Every reason that blocks a single deletion also blocks a bulk delete.
  if (status === null && bulkBlockedReason === null) return plainState;
  return { ...facts, blockedReason: deleteBlockedReason(row, facts, 'row'), bulkBlockedReason };
}

/**
 * Returns why a row can't be deleted, as a sentence, or null.
 * @param context `dialog` ignores its own running deletion. `bulk` also blocks doubtful rows, which need a single deletion.
 */
export function deleteBlockedReason(
  row: InstanceRow,
  { status, isProtected, mismatchedField }: Pick<RowState, 'status' | 'isProtected' | 'mismatchedField'>,
  context: 'row' | 'dialog' | 'bulk',
): string | null {
  if (row.id === null) return 'This record has no text ID, so it can’t be deleted.';
  if (row.databaseName === '') return 'This record has no database, so it can’t be deleted.';
  const addressProblem = pathProblem('instance ID', row.id) ?? pathProblem('database name', row.databaseName);
  if (addressProblem !== null) return addressProblem;
  if (isProtected) return 'Protected on this device. Turn protection off in Details first.';
  if (status?.kind === 'in-another-tab') return 'This instance is being deleted in another tab.';
  if (context === 'dialog') return null;
  if (status?.kind === 'deleting') return 'This instance is being deleted.';
  if (status?.kind === 'mismatch')
    return 'Its last delete response named a different workspace. Review the alert above the list first.';
  if (context === 'row') return null;
  if (mismatchedField !== null)
    return `The record names a different ${mismatchedField}. Delete it separately.`;
  return row.isDuplicate ? 'Several records have this ID. Delete it separately.' : null;
}

export type ReappearedRow = {
  entry: DeletionEntry;
  /** True if the row is a later instance with the same ID as the deleted instance. */
  isNewInstance: boolean;
};

/** How long the service may keep listing a deleted instance (ms). */
const graceMs = 10 * 60_000;
/** The shortest and the longest delay before the next check for removed rows (ms). */
const minDelayMs = 30_000;
const maxDelayMs = 60 * 60_000;

export function removedAt({ settledAt, confirmedAt }: DeletionEntry): number {
  return settledAt ?? confirmedAt;
}

/**
 * Returns the removed rows to show again, by row key: new instances at once, others after the grace period.
 * @param requestedAt when the latest list of a database was requested (ms since the epoch)
 */
export function reappearedRows(
  removals: Removals,
  rows: readonly Pick<InstanceRow, 'key' | 'record'>[],
  getRequestedAt: (databaseName: string) => number | null,
  now: number,
): ReadonlyMap<string, ReappearedRow> {
  const reappeared = new Map<string, ReappearedRow>();
  for (const { key, record } of removals.size === 0 ? [] : rows) {
    const entry = removals.get(key);
    if (entry === undefined || record === null) continue;
    const isNewInstance = isLater(record.created, entry.created);
    const requestedAt = getRequestedAt(entry.target.databaseName) ?? 0;
    // A request time in the future was recorded before the clock was set back, so the age of the list is unknown.
    const isOverdue = requestedAt >= removedAt(entry) + graceMs && requestedAt <= now;
    if (isNewInstance || isOverdue) reappeared.set(key, { entry, isNewInstance });
  }
  return reappeared;
}

/**
 * Returns the delay (ms) until a new list must be requested to check the removed rows, or false if no check is due.
 * @param databaseName null for the list of a whole workspace
 * @param requestedAt when the latest list was requested (ms since the epoch)
 */
export function nextCheckMs(
  removals: Removals,
  databaseName: string | null,
  requestedAt: number,
  now: number,
): number | false {
  // Ignore times in the future, because they were recorded before the clock was set back.
  const lastRequestedAt = requestedAt > now ? 0 : requestedAt;
  const due = [...removals.values()].flatMap((entry) => {
    const isInList = databaseName === null || databaseName === entry.target.databaseName;
    const at = removedAt(entry);
    return isInList && at <= now && at + graceMs > lastRequestedAt ? at + graceMs : [];
  });
  if (due.length === 0) return false;
  const delay = due.reduce((a, b) => Math.min(a, b)) - now;
  return Math.min(Math.max(delay, minDelayMs), maxDelayMs);
}

export function isCheckDue(...check: Parameters<typeof nextCheckMs>): boolean {
  return nextCheckMs(...check) === minDelayMs;
}
