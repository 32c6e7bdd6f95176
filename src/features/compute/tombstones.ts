import type { DeleteTarget } from '../../api/deleteOutcome.ts';
import type { ComputeInstance } from '../../api/instanceRecord.ts';
import { parseInstant } from '../../ui/time.ts';
import { targetKey } from './deletion/deletionEntry.ts';
import type { DeletionLog } from './deletion/deletionLog.ts';
import { deletionMarks, type Tombstone } from './deletion/deletionMarks.ts';
import { instanceKey } from './instanceRow.ts';

/** A row that a deletion removed from the list. */
export type RemovedRow = Tombstone & { databaseName: string; instanceId: string };

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
 * @param tombstones by target, as `targetKey` makes them
 */
export function removedRows(
  workspaceSlug: string,
  tombstones: ReadonlyMap<string, Tombstone>,
): ReadonlyMap<string, RemovedRow> {
  const removed = new Map<string, RemovedRow>();
  for (const [target, tombstone] of tombstones) {
    const [slug, databaseName, instanceId]: unknown[] = JSON.parse(target);
    if (slug === workspaceSlug && typeof databaseName === 'string' && typeof instanceId === 'string')
      removed.set(instanceKey(databaseName, instanceId), { ...tombstone, databaseName, instanceId });
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

/**
 * Returns a function that tells if a target was removed from the list. It reads the log, which is ahead of the screen.
 * @param reappeared removed rows that are shown again, by row key
 */
export function isRemovedNow(
  log: DeletionLog,
  reappeared: ReadonlyMap<string, Tombstone>,
): (target: DeleteTarget) => boolean {
  const { tombstones } = deletionMarks(log.entries(), log.isOwn);
  return (target) => {
    const tombstone = tombstones.get(targetKey(target));
    const shown = reappeared.get(instanceKey(target.databaseName, target.instanceId));
    return tombstone !== undefined && tombstone.at !== shown?.at;
  };
}
