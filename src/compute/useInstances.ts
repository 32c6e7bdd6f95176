import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import { useStore } from 'zustand';
import { createInstancesQuery, type InstanceList } from '../api/computeInstances.ts';
import { mayRetryRead } from '../api/errors.ts';
import { useRemovalRules } from '../deletion/DeletionsProvider.tsx';
import { useConfig, useSession } from '../session/useSession.ts';
import { useRequired } from '../ui/context.ts';
import type { InstanceRow } from './instanceRow.ts';
import { getInventory } from './inventory.ts';
import { chooseListedDatabases } from './listings.ts';
import { mergeRows } from './mergeRows.ts';
import { getServiceData } from './serviceData.ts';

export type DatabaseQuery = {
  /** null for a list of the whole workspace. */
  databaseName: string | null;
  query: UseQueryResult<InstanceList>;
};

export type Instances = ReturnType<typeof useInstances>;

const noRows: readonly InstanceRow[] = [];

/**
 * Returns the rows of the Compute list in the open workspace, and the delete checks of each row. Each database has its own
 * request, so that one failure doesn't hide the instances of other databases.
 * @param options.sendsRequests false to use only cached lists
 */
export function useInstances(options: { sendsRequests?: boolean } = {}) {
  const config = useConfig();
  const { connection, workspaceSlug, isRejected } = useSession();
  const queryClient = useQueryClient();
  const inventory = useStore(getInventory(getServiceData(config), workspaceSlug));
  const { added, databases: chosenDatabases, protectedKeys } = inventory;
  // Show no rows before the deletion log is loaded, because removed rows would reappear.
  const removalRules = useRemovalRules();
  const isStorageReady = removalRules.isReady && inventory.isReady;
  // Request no list before the inventory is loaded, because the inventory contains the chosen databases.
  const instancesPath = inventory.isReady ? config.instancesPath : null;

  const databases = chosenDatabases ?? config.databases;
  const { names, combine } = useMemo(() => planQueries(instancesPath, databases), [instancesPath, databases]);
  const { listQueries, lists } = useQueries({
    queries: names.map((databaseName) => {
      const target = { workspaceSlug, databaseName: databaseName ?? '' };
      const query = createInstancesQuery(connection, instancesPath ?? '', target);
      return {
        ...query,
        enabled: options.sendsRequests ?? true,
        refetchInterval: ({ state }: { state: { data: InstanceList | undefined } }) =>
          // Request the list again to check if removed rows are still listed. A rejected token can't request lists.
          !isRejected &&
          state.data !== undefined &&
          removalRules.getRefetchDelayMs(databaseName, state.data.requestedAt),
        // Don't retry a failed refetch, because `refetchInterval` repeats it after 30 s or more.
        retry(failures: number, error: Error) {
          const cachedList = queryClient.getQueryData(query.queryKey);
          const isRefetch =
            cachedList !== undefined && removalRules.isRefetchDue(databaseName, cachedList.requestedAt);
          return !isRefetch && mayRetryRead(failures, error);
        },
      };
    }),
    combine,
  });

  const { rows: mergedRows, deletedCount } = useMemo(() => mergeRows(lists, added), [lists, added]);
  const rowState = useMemo(
    () => removalRules.hideRemovedRows(mergedRows, lists, protectedKeys),
    [removalRules, mergedRows, lists, protectedKeys],
  );
  const rows = isStorageReady ? rowState.rows : noRows;
  const isIncomplete = !isStorageReady || listQueries.some(({ query }) => query.isPending);
  return {
    rows,
    /** True while more rows may arrive. */
    isIncomplete,
    isLoading: isIncomplete && rows.length === 0,
    deletedCount,
    statuses: rowState.statuses,
    reappeared: rowState.reappeared,
    listQueries,
    databases,
    inventory,
    getDeleteChecks: rowState.getDeleteChecks,
  };
}

export const InstancesContext = createContext<Instances | null>(null);

/** Returns the instances of the Compute screen. The list may still be loading. */
export function useComputeInstances(): Instances {
  return useRequired(InstancesContext, 'ComputePage');
}

/** Returns the databases to list, and the function that combines the results of their queries. */
function planQueries(instancesPath: string | null, databases: readonly string[]) {
  const names = chooseListedDatabases(instancesPath, databases);
  function combineLists(results: UseQueryResult<InstanceList>[]) {
    const listQueries = results.map((query, index) => ({ databaseName: names[index] ?? null, query }));
    const lists = listQueries.flatMap(({ databaseName, query: { data, dataUpdatedAt } }) => {
      if (data === undefined) return [];
      const servedAt = dataUpdatedAt - (data.clockAheadMs ?? 0);
      return { databaseName, instances: data.items, servedAt, requestedAt: data.requestedAt };
    });
    return { listQueries, lists };
  }
  return { names, combine: combineLists };
}
