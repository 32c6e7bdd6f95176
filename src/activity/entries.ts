import {
  type BulkDeletion,
  type Deletion,
  type DeletionLogPage,
  instanceKey,
  type Protection,
} from '../rules/deletion.ts';
import type { EpochMs } from '../rules/time.ts';

type EntryFields = { key: string; at: EpochMs; actor: string; reason: string };

export type DeleteEntry = EntryFields & {
  kind: 'delete';
  /** Null for a single delete. */
  bulk: BulkDeletion | null;
  isBulk: boolean;
  /** In the order of the bulk delete. */
  deletions: readonly Deletion[];
};

export type ProtectionEntry = EntryFields & { kind: 'protection'; isSet: boolean; protection: Protection };

export type ActivityEntry = DeleteEntry | ProtectionEntry;

export type LogPart = Omit<DeletionLogPage, 'next'>;

/** Of an entry that is in several parts, the version of the first one stays. */
export function mergeParts(parts: readonly LogPart[]): LogPart {
  return {
    deletions: uniqueById(parts.flatMap(({ deletions }) => deletions)),
    bulkDeletions: uniqueById(parts.flatMap(({ bulkDeletions }) => bulkDeletions)),
    protections: uniqueById(parts.flatMap(({ protections }) => protections)),
  };
}

/**
 * One entry for each single or bulk delete, and for each change of a protection; the newest first.
 * @param hasMore true if the log has older deletions. Changes from before the oldest one are then left out, because they
 *   would stand beside deletions of a different time.
 */
export function toEntries({ deletions, bulkDeletions, protections }: LogPart, hasMore: boolean): ActivityEntry[] {
  const bulkById = new Map(bulkDeletions.map((bulk) => [bulk.id, bulk]));
  const deletes = [...Map.groupBy(deletions, ({ bulkId, id }) => bulkId ?? id)].flatMap(
    ([key, ofEntry]): DeleteEntry[] => {
      const first = ofEntry.at(-1);
      if (first === undefined) return [];
      const { confirmedAt: at, actor, reason, bulkId } = first;
      const bulk = bulkById.get(key) ?? null;
      return [{ kind: 'delete', key, at, actor, reason, bulk, isBulk: bulkId !== null, deletions: ofEntry.toReversed() }];
    },
  );
  const since = hasMore ? Math.min(...deletes.map(({ at }) => at)) : 0;
  const changes = protections.flatMap(toChanges).filter(({ at }) => at >= since);
  return [...deletes, ...changes].sort((a, b) => b.at - a.at);
}

function toChanges(protection: Protection): ProtectionEntry[] {
  const { id, setAt, actor, reason, removedAt, removedBy } = protection;
  const set = { kind: 'protection', key: `${id} set`, at: setAt, actor, reason, isSet: true, protection } as const;
  if (removedAt === null) return [set];
  return [
    set,
    { ...set, key: `${id} removed`, at: removedAt, actor: removedBy ?? '', reason: '', isSet: false },
  ];
}

/** The deletions of each instance, the newest first. */
export function groupByInstance(deletions: readonly Deletion[]): ReadonlyMap<string, readonly Deletion[]> {
  return Map.groupBy(
    deletions.toSorted((a, b) => b.confirmedAt - a.confirmedAt),
    ({ databaseName, instanceId }) => instanceKey(databaseName, instanceId),
  );
}

function uniqueById<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const seenIds = new Set<string>();
  return items.filter(({ id }) => !seenIds.has(id) && seenIds.add(id));
}
