import type { DeleteTarget } from '../../api/deleteOutcome.ts';
import type { DeletionLog } from './deletion/deletionLog.ts';
import { deletionMarks, type Tombstone, targetKey } from './deletion/deletionMarks.ts';
import { instanceKey } from './instanceRow.ts';

/** A row that has left the list. */
export type LeftRow = Tombstone & { databaseName: string; instanceId: string };

/** As long as the service may take to list no more what was deleted, in ms. */
const graceMs = 10 * 60_000;
/** No list is asked for more often than that for this reason, in ms. */
const leastPauseMs = 30_000;

/**
 * The rows of a workspace that have left its list, by row key, so that a stale read can't bring them back.
 * @param tombstones by target as `targetKey` makes them
 */
export function leftRows(
  workspaceSlug: string,
  tombstones: ReadonlyMap<string, Tombstone>,
): ReadonlyMap<string, LeftRow> {
  const left = new Map<string, LeftRow>();
  for (const [target, tombstone] of tombstones) {
    const [slug, databaseName, instanceId]: unknown[] = JSON.parse(target);
    if (slug === workspaceSlug && typeof databaseName === 'string' && typeof instanceId === 'string')
      left.set(instanceKey(databaseName, instanceId), { ...tombstone, databaseName, instanceId });
  }
  return left;
}

/**
 * Those of the rows that have left which the service lists all the same, by a list asked for so late that it should not.
 * @param isListed whether the latest list of its database holds a row
 * @param askedAt when that list was asked for, in ms since the epoch like `now`; null where there is none
 */
export function stillListedRows(
  left: ReadonlyMap<string, LeftRow>,
  isListed: (key: string) => boolean,
  askedAt: (databaseName: string) => number | null,
  now: number,
): ReadonlyMap<string, LeftRow> {
  const back = [...left].filter(([key, { at, databaseName }]) => {
    const asked = askedAt(databaseName) ?? 0;
    // Of a list out of the future nobody knows when it was asked for: the clock was set back since.
    return asked >= at + graceMs && asked <= now && isListed(key);
  });
  return back.length === 0 ? none : new Map(back);
}

const none: ReadonlyMap<string, LeftRow> = new Map();

/**
 * In how many ms a list is asked for anew, to see whether what has left is still in it; false where nobody has to know.
 * @param databaseName null for the list of a whole workspace
 */
export function nextLookMs(
  left: ReadonlyMap<string, LeftRow>,
  databaseName: string | null,
  askedAt: number,
  now: number,
): number | false {
  let next = Number.POSITIVE_INFINITY;
  for (const row of left.values())
    if (row.at + graceMs > askedAt && (databaseName === null || databaseName === row.databaseName))
      next = Math.min(next, row.at + graceMs);
  return next === Number.POSITIVE_INFINITY ? false : Math.max(next, askedAt + leastPauseMs, now + 1) - now;
}

/**
 * Whether a target has left the list by now, also where the screen is told of it a little later.
 * @param back rows that had left and are still listed, by key
 */
export function leftByNow(
  log: DeletionLog,
  back: ReadonlyMap<string, Tombstone>,
): (target: DeleteTarget) => boolean {
  const { tombstones } = deletionMarks(log.entries(), log.isOwn);
  return (target) => {
    const tombstone = tombstones.get(targetKey(target));
    const shown = back.get(instanceKey(target.databaseName, target.instanceId));
    return tombstone !== undefined && tombstone.at !== shown?.at;
  };
}
