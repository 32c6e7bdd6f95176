import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { databaseOf } from '../features/compute/instances/databaseOf.ts';
import { listedInstances } from '../features/compute/inventory/listedInstances.ts';
import { useSession } from '../session/useSession.ts';
import { useTombstones } from './useTombstones.ts';

/** How many of the instances read so far say that they are in a region, by its identifier. Nothing is read for it. */
export function useInstancesByRegion(): ReadonlyMap<string, number> {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const { connection, workspaceSlug } = useSession();
  const hasLeft = useTombstones();
  // A number that changes when an answer comes in, so that thousands of records are only counted then.
  const answers = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.getAll().reduce((sum, query) => sum + query.state.dataUpdateCount, 0),
  );
  return useMemo(() => {
    const counts = new Map<string, number>();
    if (answers === 0) return counts;
    for (const { databaseName, instances } of listedInstances(queryClient, connection, workspaceSlug))
      for (const record of instances) {
        const { id, region, deleted } = record;
        const hasGone = id !== null && hasLeft(databaseName ?? databaseOf(record), id);
        if (region !== null && deleted === null && !hasGone)
          counts.set(region, (counts.get(region) ?? 0) + 1);
      }
    return counts;
  }, [answers, queryClient, connection, workspaceSlug, hasLeft]);
}
