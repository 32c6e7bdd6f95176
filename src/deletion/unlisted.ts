import type { Connection } from '../api/connection.ts';
import { isDeleted } from '../compute/mergeRows.ts';
import type { DatabaseQuery } from '../compute/useInstances.ts';
import type { DeletionEntry } from './deletionEntry.ts';

/** Returns the query of the list that should contain the instance, or undefined. */
export function findListQuery({ target }: DeletionEntry, listQueries: readonly DatabaseQuery[]) {
  const canListTarget = (name: string | null) => name === null || name === target.databaseName;
  return listQueries.find(({ databaseName }) => canListTarget(databaseName))?.query;
}

/**
 * Returns when a list without the instance arrived (ms since the epoch), or null. The list must be complete and requested
 * after the outcome. Its session must be the session of the deletion, because a different token may see other instances.
 */
export function findUnlistedTime(
  entry: DeletionEntry,
  listQueries: readonly DatabaseQuery[],
  { sessionId }: Connection,
): number | null {
  if (entry.sessionId !== sessionId) return null;
  const { target, settledAt, listed } = entry;
  const query = listed ? findListQuery(entry, listQueries) : undefined;
  if (query?.data === undefined || settledAt === null || query.data.requestedAt <= settledAt) return null;
  // A malformed record, or a record without a usable ID, could be the instance.
  if (query.data.unreadable.length > 0) return null;
  const servedAt = query.dataUpdatedAt - (query.data.clockAheadMs ?? 0);
  const isUnlisted = query.data.items.every(
    (record) => record.id !== null && (record.id !== target.instanceId || isDeleted(record, servedAt)),
  );
  return isUnlisted ? query.dataUpdatedAt : null;
}
