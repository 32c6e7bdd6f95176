import type { Connection } from '../../../api/connection.ts';
import { isDeleted } from '../mergeRows.ts';
import type { DatabaseRead } from '../useInstances.ts';
import type { DeletionEntry } from './deletionEntry.ts';

/** Returns the read of the list that should contain the instance, or undefined. */
export function findListRead({ target }: DeletionEntry, reads: readonly DatabaseRead[]) {
  const listsTarget = (name: string | null) => name === null || name === target.databaseName;
  return reads.find(({ databaseName }) => listsTarget(databaseName))?.read;
}

/**
 * Returns the time at which a list without the instance arrived (ms since the epoch), or null. The list must be complete, and
 * requested after the outcome in the same session. In another session, the token may see other instances.
 */
export function findUnlistedTime(
  entry: DeletionEntry,
  reads: readonly DatabaseRead[],
  { sessionId }: Connection,
): number | null {
  if (entry.sessionId !== sessionId) return null;
  const { target, settledAt, listed } = entry;
  const read = listed ? findListRead(entry, reads) : undefined;
  if (read?.data === undefined || settledAt === null || read.data.requestedAt <= settledAt) return null;
  // A malformed record, or a record without a usable ID, could be the instance.
  if (read.data.unreadable.length > 0) return null;
  const servedAt = read.dataUpdatedAt - (read.data.clockAheadMs ?? 0);
  const isUnlisted = read.data.items.every(
    (record) => record.id !== null && (record.id !== target.instanceId || isDeleted(record, servedAt)),
  );
  return isUnlisted ? read.dataUpdatedAt : null;
}
