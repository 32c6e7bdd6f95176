import type { DeleteTarget } from '../../../api/deleteOutcome.ts';
import type { ComputeInstance } from '../../../api/instanceRecord.ts';
import { pathValueProblem } from '../../../api/servicePath.ts';
import { parseInstant } from '../../../ui/time.ts';
import { type InstanceRow, instanceKey } from '../instanceRow.ts';
import { type DeletionEntry, targetKey } from './deletionEntry.ts';

/** The status of a row in the list according to the deletion log. */
export type RowStatus =
  /** `elsewhere`: another tab deletes it. `failed`: one item of a bulk deletion that can be retried. */
  | { kind: 'deleting' | 'elsewhere' | 'unknown' | 'mismatch' | 'failed'; entry: DeletionEntry }
  /** The service still lists the row long after its deletion. */
  | { kind: 'still-listed'; removal: Removal };

/** The removal of a row: the outcome, its time (ms since the epoch), and when the instance was created. */
export type Removal = { kind: string; at: number; created: string | null };

/** The facts about a row besides its record. */
export type RowState = {
  status: RowStatus | null;
  isProtected: boolean;
  /** The field of the record that contradicts where the row is listed. */
  mismatchedField: 'workspace' | 'database' | null;
};

/** The meaning of the log for the list, by target as `targetKey` makes them. */
export type RowStatuses = {
  removals: ReadonlyMap<string, Removal>;
  statuses: ReadonlyMap<string, RowStatus>;
};

/** The outcomes that remove a row from the list. */
export const removingOutcomes: ReadonlySet<string> = new Set(['deleted', 'accepted', 'gone']);

/**
 * Returns which rows were removed and which have a status. An intent that was refused or never sent does not hide an
 * earlier one whose result is still open.
 * @param entries oldest first
 * @param isOwn returns true for intents of this page
 */
export function getRowStatuses(
  entries: readonly DeletionEntry[],
  isOwn: (intentKey: string) => boolean,
): RowStatuses {
  const removals = new Map<string, Removal>();
  const statuses = new Map<string, RowStatus>();
  for (const entry of entries) {
    const { target, outcome, bulkKey, dismissed } = entry;
    const key = targetKey(target);
    if (outcome === null)
      statuses.set(key, { kind: isOwn(entry.intentKey) ? 'deleting' : 'elsewhere', entry });
    else if (removingOutcomes.has(outcome.kind)) {
      statuses.delete(key);
      if (entry.putBack) removals.delete(key);
      else {
        const at = entry.settledAt ?? entry.confirmedAt;
        removals.set(key, { kind: outcome.kind, at, created: entry.created });
      }
    } else if (outcome.kind === 'unknown' || outcome.kind === 'mismatch') {
      if (dismissed) statuses.delete(key);
      else statuses.set(key, { kind: outcome.kind, entry });
    } else if (bulkKey !== null && !dismissed && (statuses.get(key)?.kind ?? 'failed') === 'failed')
      statuses.set(key, { kind: 'failed', entry });
  }
  return { removals, statuses };
}

/**
 * Returns why a row can't be deleted, as a sentence, or null.
 * @param context `dialog`: this page's own deletion of the row does not block its dialog. `bulk`: doubtful rows are
 *   confirmed one by one.
 */
export function deleteBlockedReason(
  row: InstanceRow,
  { status, isProtected, mismatchedField }: RowState,
  context: 'row' | 'dialog' | 'bulk' = 'row',
): string | null {
  if (row.id === null) return 'This record has no text ID, so it can’t be deleted.';
  const wrongId = pathValueProblem(row.id);
  if (wrongId !== null) return `The instance ID ${wrongId}.`;
  if (row.databaseName === '') return 'This record has no database, so it can’t be deleted.';
  const wrongDatabase = pathValueProblem(row.databaseName);
  if (wrongDatabase !== null) return `The database name ${wrongDatabase}.`;
  if (isProtected) return 'Protected on this device. Turn protection off in Details first.';
  if (status?.kind === 'elsewhere') return 'It is being deleted in another tab.';
  if (context === 'dialog') return null;
  if (status?.kind === 'deleting') return 'It is being deleted.';
  if (status?.kind === 'mismatch')
    return 'Its last delete response named a different workspace. Review the alert above the list first.';
  if (context === 'row') return null;
  if (mismatchedField !== null)
    return `The record names a different ${mismatchedField}. Delete it on its own.`;
  return row.isDuplicate ? 'Several records have this ID. Delete it on its own.' : null;
}

/** A row that a deletion removed from the list. */
export type RemovedRow = Removal & { databaseName: string; instanceId: string };

/** A removed row that the service lists again. */
export type ReappearedRow = RemovedRow & {
  /** The record was created after the deleted one, so it is another instance under the same ID. */
  isNewInstance: boolean;
};

/** How long the service may keep listing a deleted instance (ms). */
const graceMs = 10 * 60_000;
/** Limits of the delay of a check for removed rows (ms). The lower one also holds after a check that failed. */
const minDelayMs = 30_000;
const maxDelayMs = 60 * 60_000;

/**
 * Returns the removed rows of a workspace by row key, so that a stale list can't bring them back.
 * @param removals by target, as `targetKey` makes them
 */
export function removedRows(
  workspaceSlug: string,
  removals: ReadonlyMap<string, Removal>,
): ReadonlyMap<string, RemovedRow> {
  const removed = new Map<string, RemovedRow>();
  for (const [target, removal] of removals) {
    const [slug, databaseName, instanceId]: unknown[] = JSON.parse(target);
    if (slug === workspaceSlug && typeof databaseName === 'string' && typeof instanceId === 'string')
      removed.set(instanceKey(databaseName, instanceId), { ...removal, databaseName, instanceId });
  }
  return removed;
}

/**
 * Returns the removed rows to show again: new instances at once, others if the service still lists them after the grace
 * period.
 * @param records the latest listed record by row key
 * @param requestedAt when the list of a database was requested (ms since the epoch), or null if there is none
 */
export function reappearedRows(
  removed: ReadonlyMap<string, RemovedRow>,
  records: ReadonlyMap<string, ComputeInstance>,
  requestedAt: (databaseName: string) => number | null,
  now: number,
): ReadonlyMap<string, ReappearedRow> {
  const reappeared = new Map<string, ReappearedRow>();
  for (const [key, row] of removed) {
    const record = records.get(key);
    if (record === undefined) continue;
    const isNewInstance = isLater(record.created, row.created);
    const requested = requestedAt(row.databaseName) ?? 0;
    // A list from the future was requested before the clock was set back, so its age is unknown.
    const isOverdue = requested >= row.at + graceMs && requested <= now;
    if (isNewInstance || isOverdue) reappeared.set(key, { ...row, isNewInstance });
  }
  return reappeared.size === 0 ? none : reappeared;
}

const none: ReadonlyMap<string, ReappearedRow> = new Map();

/** Compares two dates of the service. An unreadable one is never later. */
function isLater(listed: string | null, deleted: string | null | undefined): boolean {
  const [later, earlier] = [listed, deleted].map((date) => (date == null ? null : parseInstant(date)));
  return later != null && earlier != null && later > earlier;
}

/**
 * Returns the delay until a list is requested again to check that removed rows are gone (ms), or false if no check is
 * needed. It is computed after every request, so two checks are at least 30 s apart, whatever their result.
 * @param databaseName null for the list of a whole workspace
 * @param requestedAt when the latest list was requested (ms since the epoch)
 */
export function nextCheckMs(
  removed: ReadonlyMap<string, RemovedRow>,
  databaseName: string | null,
  requestedAt: number,
  now: number,
): number | false {
  // Times in the future were recorded before the clock was set back, so they say nothing.
  const known = requestedAt > now ? 0 : requestedAt;
  const due = [...removed.values()].flatMap((row) => {
    const isInList = databaseName === null || databaseName === row.databaseName;
    return isInList && row.at <= now && row.at + graceMs > known ? row.at + graceMs : [];
  });
  if (due.length === 0) return false;
  const delay = due.reduce((a, b) => Math.min(a, b)) - now;
  return Math.min(Math.max(delay, minDelayMs), maxDelayMs);
}

/** Returns true if such a check is due now. */
export function isCheckDue(...check: Parameters<typeof nextCheckMs>): boolean {
  return nextCheckMs(...check) === minDelayMs;
}

/**
 * Returns a function that tells if a target was removed from the list. It reads the log, which is ahead of the screen.
 * @param reappeared removed rows that are shown again, by row key
 */
export function isRemovedNow(
  log: { entries: () => readonly DeletionEntry[]; isOwn: (intentKey: string) => boolean },
  reappeared: ReadonlyMap<string, Removal>,
): (target: DeleteTarget) => boolean {
  const { removals } = getRowStatuses(log.entries(), log.isOwn);
  return (target) => {
    const removal = removals.get(targetKey(target));
    const shown = reappeared.get(instanceKey(target.databaseName, target.instanceId));
    return removal !== undefined && removal.at !== shown?.at;
  };
}
