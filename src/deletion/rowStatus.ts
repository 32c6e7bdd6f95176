import type { DeleteTarget } from '../api/deleteOutcome.ts';
import {
  createInstanceKey,
  findMismatches,
  findPathProblem,
  type InstanceRow,
  isLater,
} from '../compute/instanceRow.ts';
import type { DeletionEntry } from './deletionEntry.ts';

/** The status of a row according to the deletion log. */
export type RowStatus = {
  /**
   * `failed`: the deletion was part of a bulk delete, and was refused or not sent. `still-listed`: the row was removed, but a
   * list that was requested at least ten minutes later contains the row.
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

export function getRowKey({ databaseName, instanceId }: DeleteTarget): string {
  return createInstanceKey(databaseName, instanceId);
}

/**
 * Returns the removals and the statuses of rows, by row key. A deletion that was refused or not sent never replaces the
 * status `unknown` or `mismatch` of an earlier deletion.
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
    const key = getRowKey(target);
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
    const removal = removals.get(getRowKey(target));
    if (removal === undefined) return false;
    const removalTime = getRemovalTime(removal);
    // Ignore a removal time in the future, because such a time was recorded before the clock was set back.
    return removal.sequence > sequence || (removalTime > confirmedAt && removalTime <= now);
  };
}

/**
 * Returns why the deletion of `entry` must not be sent, or null. `removed`: another deletion removed the row after `entry` was
 * confirmed. `mismatch`: the response to an earlier deletion named a different workspace.
 * @param entries all entries of the instance, oldest first
 */
export function findBlockerInLog(
  entries: readonly DeletionEntry[],
  entry: DeletionEntry,
): 'removed' | 'mismatch' | null {
  if (createRemovalCheck(entries)(entry)) return 'removed';
  const { statuses } = getRowStatuses(entries.filter(({ intentKey }) => intentKey !== entry.intentKey));
  return statuses.get(getRowKey(entry.target))?.kind === 'mismatch' ? 'mismatch' : null;
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
  const checks = {
    status,
    isProtected,
    mismatchedField: findMismatches(row, workspaceSlug)[0]?.field ?? null,
  };
  const bulkBlockedReason = deleteBlockedReason(row, checks, 'bulk');
  // Every reason that blocks a single deletion also blocks a bulk delete.
  if (status === null && bulkBlockedReason === null) return passedChecks;
  return { ...checks, blockedReason: deleteBlockedReason(row, checks, 'row'), bulkBlockedReason };
}

/**
 * Returns why a row can't be deleted, as a sentence, or null.
 * @param context `dialog`: ignores `deleting` and `mismatch`, because the open dialog may have caused them. `bulk`: also
 * blocks mismatched and duplicate rows, because the admin must read their warnings in the dialog of a single deletion.
 */
export function deleteBlockedReason(
  row: InstanceRow,
  { status, isProtected, mismatchedField }: Pick<DeleteChecks, 'status' | 'isProtected' | 'mismatchedField'>,
  context: 'row' | 'dialog' | 'bulk',
): string | null {
  if (row.id === null) return 'This record has no text ID, so it can’t be deleted.';
  if (row.databaseName === '') return 'This record has no database, so it can’t be deleted.';
  const addressProblem =
    findPathProblem('instance ID', row.id) ?? findPathProblem('database name', row.databaseName);
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

/** Time (ms) for which the service may still list a deleted instance. */
const graceMs = 10 * 60_000;

const minRefetchDelayMs = 30_000;
const maxRefetchDelayMs = 60 * 60_000;

/** Returns the time (ms since the epoch) at which a deletion removed the row. */
export function getRemovalTime({ settledAt, confirmedAt }: DeletionEntry): number {
  return settledAt ?? confirmedAt;
}

/**
 * Returns the removed rows to show again, by row key: rows of new instances, and rows that are still in a list that was
 * requested at least `graceMs` after the deletion.
 * @param getRequestedAt returns the time at which the latest list of a database was requested (ms since the epoch)
 */
export function findReappearedRows(
  removals: Removals,
  rows: readonly Pick<InstanceRow, 'key' | 'record'>[],
  getRequestedAt: (databaseName: string) => number | null,
  now: number,
): ReadonlyMap<string, ReappearedRow> {
  const reappearedRows = new Map<string, ReappearedRow>();
  for (const { key, record } of removals.size === 0 ? [] : rows) {
    const entry = removals.get(key);
    if (entry === undefined || record === null) continue;
    const isNewInstance = isLater(record.created, entry.created);
    const requestedAt = getRequestedAt(entry.target.databaseName) ?? 0;
    // Ignore a request time in the future, because it was recorded before the clock was set back.
    const isOverdue = requestedAt >= getRemovalTime(entry) + graceMs && requestedAt <= now;
    if (isNewInstance || isOverdue) reappearedRows.set(key, { entry, isNewInstance });
  }
  return reappearedRows;
}

/**
 * Returns the delay (ms) until the list must be requested again, or false. A later list shows if removed rows are still listed.
 * @param databaseName null for the list of a whole workspace
 * @param requestedAt when the latest list was requested (ms since the epoch)
 */
export function getRefetchDelayMs(
  removals: Removals,
  databaseName: string | null,
  requestedAt: number,
  now: number,
): number | false {
  // Ignore times in the future, because they were recorded before the clock was set back.
  const lastRequestedAt = requestedAt > now ? 0 : requestedAt;
  const refetchTimes = [...removals.values()].flatMap((entry) => {
    const isInList = databaseName === null || databaseName === entry.target.databaseName;
    const removalTime = getRemovalTime(entry);
    const refetchTime = removalTime + graceMs;
    return isInList && removalTime <= now && refetchTime > lastRequestedAt ? refetchTime : [];
  });
  if (refetchTimes.length === 0) return false;
  const delayMs = refetchTimes.reduce((a, b) => Math.min(a, b)) - now;
  return Math.min(Math.max(delayMs, minRefetchDelayMs), maxRefetchDelayMs);
}

/** Returns true if a refetch is overdue or due within 30 s. Both cases have the shortest delay. */
export function isRefetchDue(...args: Parameters<typeof getRefetchDelayMs>): boolean {
  return getRefetchDelayMs(...args) === minRefetchDelayMs;
}
