import type { DeleteTarget } from '../../../api/deleteOutcome.ts';
import { type InstanceRow, instanceKey, isLater, mismatchesOf, pathProblem } from '../instanceRow.ts';
import type { DeletionEntry } from './deletionEntry.ts';

/** The status of a row according to the deletion log. */
export type RowStatus = {
  /**
   * `failed`: the deletion was part of a bulk delete, and was rejected or not sent. `still-listed`: the row was removed, but a
   * list that was requested at least ten minutes later contains it.
   */
  kind: 'deleting' | 'in-another-tab' | 'unknown' | 'mismatch' | 'failed' | 'still-listed';
  entry: DeletionEntry;
};

/** The results of the checks before a deletion: status and protection of the row, and the reasons that block Delete. */
export type DeleteChecks = {
  status: RowStatus | null;
  isProtected: boolean;
  /** The field of the record that names a different workspace or database than the list. */
  mismatchedField: 'workspace' | 'database' | null;
  /** A sentence if the row can't be deleted, or null. */
  blockedReason: string | null;
  /** A sentence if the row can't be part of a bulk delete, or null. */
  bulkBlockedReason: string | null;
};

/** The removed rows: for each row key, the latest entry that removed the row. */
export type Removals = ReadonlyMap<string, DeletionEntry>;

export const removingOutcomes: ReadonlySet<string> = new Set(['deleted', 'accepted', 'gone']);

export function rowKeyOf({ databaseName, instanceId }: DeleteTarget): string {
  return instanceKey(databaseName, instanceId);
}

/**
 * Returns the removals and the statuses of rows, by row key. A deletion that was refused or not sent never replaces the
 * status of an earlier `unknown` or `mismatch`.
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

/**
 * Creates a function that returns true if the row of an entry was removed after the admin confirmed the entry.
 * @param entries oldest first
 */
export function createRemovalCheck(entries: readonly DeletionEntry[]): (entry: DeletionEntry) => boolean {
  const { removals } = getRowStatuses(entries);
  const now = Date.now();
  return ({ target, sequence, confirmedAt }) => {
    const removal = removals.get(rowKeyOf(target));
    if (removal === undefined) return false;
    const removalTime = removalTimeOf(removal);
    // Ignore a time in the future, because it was recorded before the clock was set back.
    return removal.sequence > sequence || (removalTime > confirmedAt && removalTime <= now);
  };
}

/**
 * Returns why other deletions of the same instance prevent a request, or null. `removed`: one of them removed the row after
 * this deletion was confirmed. `mismatch`: a response named a different workspace.
 * @param entries the entries of the instance, oldest first
 */
export function findBlockerInLog(
  entries: readonly DeletionEntry[],
  entry: DeletionEntry,
): 'removed' | 'mismatch' | null {
  if (createRemovalCheck(entries)(entry)) return 'removed';
  const { statuses } = getRowStatuses(entries.filter(({ intentKey }) => intentKey !== entry.intentKey));
  return statuses.get(rowKeyOf(entry.target))?.kind === 'mismatch' ? 'mismatch' : null;
}

const passedChecks: DeleteChecks = {
  status: null,
  isProtected: false,
  mismatchedField: null,
  blockedReason: null,
  bulkBlockedReason: null,
};

/** Returns the delete checks of a row. All rows that pass share one object, so that memoized rows don't render again. */
export function deleteChecksOf(
  row: InstanceRow,
  workspaceSlug: string,
  status: RowStatus | null,
  isProtected: boolean,
): DeleteChecks {
  const rowFacts = {
    status,
    isProtected,
    mismatchedField: mismatchesOf(row, workspaceSlug)[0]?.field ?? null,
  };
  const bulkBlockedReason = deleteBlockedReason(row, rowFacts, 'bulk');
  // Every reason that blocks a single deletion also blocks a bulk delete.
  if (status === null && bulkBlockedReason === null) return passedChecks;
  return { ...rowFacts, blockedReason: deleteBlockedReason(row, rowFacts, 'row'), bulkBlockedReason };
}

/**
 * Returns why a row can't be deleted, as a sentence, or null.
 * @param context `dialog`: ignores the deletion that the open dialog has sent. `bulk`: also blocks mismatched and duplicate
 * rows, because the admin must read their warnings in the dialog of a single deletion.
 */
export function deleteBlockedReason(
  row: InstanceRow,
  { status, isProtected, mismatchedField }: Pick<DeleteChecks, 'status' | 'isProtected' | 'mismatchedField'>,
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
    return 'The last delete response for this instance named a different workspace. Acknowledge the alert above the list first.';
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

/** Time (ms) after a deletion in which the service may still list the instance. */
const graceMs = 10 * 60_000;
/** The shortest and the longest delay (ms) before the next check for removed rows. */
const minCheckDelayMs = 30_000;
const maxCheckDelayMs = 60 * 60_000;

/** Returns the time (ms since the epoch) at which a deletion removed the row. */
export function removalTimeOf({ settledAt, confirmedAt }: DeletionEntry): number {
  return settledAt ?? confirmedAt;
}

/**
 * Returns the removed rows to show again, by row key: new instances at once, other rows after the grace period.
 * @param getRequestedAt returns the time at which the latest list of a database was requested (ms since the epoch)
 */
export function findReappearedRows(
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
    // Ignore a request time in the future, because it was recorded before the clock was set back.
    const isOverdue = requestedAt >= removalTimeOf(entry) + graceMs && requestedAt <= now;
    if (isNewInstance || isOverdue) reappeared.set(key, { entry, isNewInstance });
  }
  return reappeared;
}

/**
 * Returns the delay (ms) until a new list must be requested to check the removed rows, or false if no check is needed.
 * @param databaseName null for the list of a whole workspace
 * @param requestedAt when the latest list was requested (ms since the epoch)
 */
export function getCheckDelayMs(
  removals: Removals,
  databaseName: string | null,
  requestedAt: number,
  now: number,
): number | false {
  // Ignore times in the future, because they were recorded before the clock was set back.
  const lastRequestedAt = requestedAt > now ? 0 : requestedAt;
  const checkTimes = [...removals.values()].flatMap((entry) => {
    const isInList = databaseName === null || databaseName === entry.target.databaseName;
    const removalTime = removalTimeOf(entry);
    const checkTime = removalTime + graceMs;
    return isInList && removalTime <= now && checkTime > lastRequestedAt ? checkTime : [];
  });
  if (checkTimes.length === 0) return false;
  const delayMs = checkTimes.reduce((a, b) => Math.min(a, b)) - now;
  return Math.min(Math.max(delayMs, minCheckDelayMs), maxCheckDelayMs);
}

/** Returns true if a check is overdue or due within 30 s. Both have the shortest delay. */
export function isCheckDue(...check: Parameters<typeof getCheckDelayMs>): boolean {
  return getCheckDelayMs(...check) === minCheckDelayMs;
}
