import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import { useStore } from 'zustand';
import { type InstanceList, instancesQuery } from '../../api/computeInstances.ts';
import { mayRetryRead } from '../../api/errors.ts';
import { useConfig, useSession } from '../../session/useSession.ts';
import { useRequired } from '../../ui/context.ts';
import { useRowStatuses } from './deletion/DeletionsProvider.tsx';
import type { InstanceRow } from './instanceRow.ts';
import { inventoryOf } from './inventory.ts';
import { databasesToList } from './listings.ts';
import { mergeRows } from './mergeRows.ts';
import { serviceDataOf } from './serviceData.ts';

export type DatabaseRead = {
  /** null for a list of the whole workspace. */
  databaseName: string | null;
  read: UseQueryResult<InstanceList>;
};

export type Instances = ReturnType<typeof useInstances>;

const noRows: readonly InstanceRow[] = [];

/**
 * Returns the listed and added instances of the open workspace without removed rows, and the delete checks of each row. Each
 * database is read separately, so that one failed read does not hide the instances of other databases.
 * @param options.sendsRequests false to use only cached lists
 */
export function useInstances(options: { sendsRequests?: boolean } = {}) {
  const config = useConfig();
  const { connection, workspaceSlug, isRejected } = useSession();
  const queryClient = useQueryClient();
  const inventory = useStore(inventoryOf(serviceDataOf(config), workspaceSlug));
  const { added, databases: chosenDatabases, protectedKeys } = inventory;
  // Show no rows before the deletion log is read, because removed rows would reappear.
  const removalRules = useRowStatuses();
  const isStorageReady = removalRules.isReady && inventory.isReady;
  // Request no list before the inventory is read, because it contains the chosen databases.
  const instancesPath = inventory.isReady ? config.instancesPath : null;

  const databases = chosenDatabases ?? config.databases;
  const { names, combine } = useMemo(() => planReads(instancesPath, databases), [instancesPath, databases]);
  const { reads, lists } = useQueries({
    queries: names.map((databaseName) => {
      const target = { workspaceSlug, databaseName: databaseName ?? '' };
      const query = instancesQuery(connection, instancesPath ?? '', target);
      return {
        ...query,
        enabled: options.sendsRequests ?? true,
        refetchInterval: ({ state }: { state: { data: InstanceList | undefined } }) =>
          // Repeat the request to check for removed rows. With a rejected token, every request would fail.
          !isRejected &&
          state.data !== undefined &&
          removalRules.getCheckDelayMs(databaseName, state.data.requestedAt),
        // Don't retry a failed check, because `refetchInterval` repeats the check after 30 s or more.
        retry(failures: number, error: Error) {
          const cachedList = queryClient.getQueryData(query.queryKey);
          const isCheck =
            cachedList !== undefined && removalRules.isCheckDue(databaseName, cachedList.requestedAt);
          return !isCheck && mayRetryRead(failures, error);
        },
      };
    }),
    combine,
  });

  const { rows: mergedRows, deletedCount } = useMemo(() => mergeRows(lists, added), [lists, added]);
  const rowsWithStates = useMemo(
    () => removalRules.hideRemovedRows(mergedRows, lists, protectedKeys),
    [removalRules, mergedRows, lists, protectedKeys],
  );
  const rows = isStorageReady ? rowsWithStates.rows : noRows;
  const isIncomplete = !isStorageReady || reads.some(({ read }) => read.isPending);
  return {
    rows,
    /** True while more rows may arrive. */
    isIncomplete,
    isLoading: isIncomplete && rows.length === 0,
    deletedCount,
    statuses: rowsWithStates.statuses,
    reappeared: rowsWithStates.reappeared,
    reads,
    databases,
    inventory,
    getDeleteChecks: rowsWithStates.getDeleteChecks,
  };
}

export const InstancesContext = createContext<Instances | null>(null);

/** Returns the instances of the Compute screen. The list may still be loading. */
export function useComputeInstances(): Instances {
  return useRequired(InstancesContext, 'ComputePage');
}

/** Returns the databases to list, and the function that combines the results of their reads. */
function planReads(instancesPath: string | null, databases: readonly string[]) {
  const names = databasesToList(instancesPath, databases);
  function combine(results: UseQueryResult<InstanceList>[]) {
    const reads = results.map((read, index): DatabaseRead => ({ databaseName: names[index] ?? null, read }));
    const lists = reads.flatMap(({ databaseName, read: { data, dataUpdatedAt } }) => {
      if (data === undefined) return [];
      const servedAt = dataUpdatedAt - (data.clockAheadMs ?? 0);
      return { databaseName, instances: data.items, servedAt, requestedAt: data.requestedAt };
    });
    return { reads, lists };
  }
  return { names, combine };
}
