import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deletionLogQuery } from '../api/deletions.ts';
import { type Deletion, instanceKey, type Protection } from '../rules/deletion.ts';
import { useSession } from '../session/useSession.ts';
import type { LogItem } from './instanceRow.ts';

/** By `instanceKey`, oldest first. */
export type ItemsByRow = ReadonlyMap<string, readonly LogItem[]>;

const noDeletions: readonly Deletion[] = [];
const noProtections: readonly Protection[] = [];

export function useDeletionLog() {
  const { workspace } = useSession();
  const { data, isPending, error } = useQuery(deletionLogQuery(workspace));
  const { deletions, protections } = data ?? { deletions: noDeletions, protections: noProtections };
  const byRow = useMemo(() => groupByRow(deletions), [deletions]);
  const protectionsByRow = useMemo(
    () => new Map(protections.map((protection) => [instanceKey(protection), protection])),
    [protections],
  );
  return {
    deletions,
    byRow,
    protections: protectionsByRow,
    /** A table that is shown before the log was read would show removed rows. */
    isPending,
    /** Why the log can't be read, so nothing can be deleted. Null if it could be read once. */
    failure: data === undefined ? error : null,
  };
}

export type DeletionLogState = ReturnType<typeof useDeletionLog>;

function groupByRow(deletions: readonly Deletion[]): ItemsByRow {
  const items = deletions
    .toReversed()
    .flatMap((deletion) => deletion.items.map((item, index) => ({ deletion, index, item })));
  return Map.groupBy(items, ({ item }) => instanceKey(item));
}
