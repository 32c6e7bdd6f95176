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

export type DatabaseRead = {
  /** null for a list of the whole workspace. */
  databaseName: string | null;
  read: UseQueryResult<InstanceList>;
};

export type Instances = ReturnType<typeof useInstances>;

const noRows: readonly InstanceRow[] = [];

/**
 * Returns the instances of the open workspace: the listed and the added ones, without removed rows, and their states. Each
 * database is a read of its own, so that one that fails does not hide the others.
 * @param options.reads false to use only cached lists and send no request
 */
export function useInstances(options: { reads?: boolean } = {}) {
  const config = useConfig();
  const { connection, workspaceSlug, isRejected } = useSession();
  const queryClient = useQueryClient();
  const inventory = useStore(inventoryOf(config, workspaceSlug));
  const { added, databases: chosen, protectedKeys } = inventory;
  // Without the log, removed rows would be shown.
  const deletion = useRowStatuses();
  const isLogReady = deletion.isReady && inventory.isReady;
  // The inventory says which databases to list.
  const instancesPath = inventory.isReady ? config.instancesPath : null;

  const databases = chosen ?? config.databases;
  const { names, combine } = useMemo(() => listings(instancesPath, databases), [instancesPath, databases]);
  const { reads, lists } = useQueries({
    queries: names.map((databaseName) => {
      const target = { workspaceSlug, databaseName: databaseName ?? '' };
      const query = instancesQuery(connection, instancesPath ?? '', target);
      return {
        ...query,
        enabled: options.reads ?? true,
        refetchInterval: ({ state }: { state: { data: InstanceList | undefined } }) =>
          // A check with a rejected token could only fail, and nobody sees the list behind the sign-in form.
          !isRejected && state.data !== undefined && deletion.nextCheckMs(databaseName, state.data.askedAt),
        // A check that fails is repeated by its interval. Retries would send more than one request per 30 s.
        retry(failures: number, error: Error) {
          const list = queryClient.getQueryData(query.queryKey);
          const isCheck = list !== undefined && deletion.isCheckDue(databaseName, list.askedAt);
          return !isCheck && mayRetryRead(failures, error);
        },
      };
    }),
    combine,
  });

  const { rows: merged, deletedCount } = useMemo(() => mergeRows(lists, added), [lists, added]);
  const shown = useMemo(
    () => deletion.applyTo(merged, lists, protectedKeys),
    [deletion, merged, lists, protectedKeys],
  );
  const rows = isLogReady ? shown.rows : noRows;
  const isIncomplete = !isLogReady || reads.some(({ read }) => read.isPending);
  return {
    rows,
    /** True if more rows may follow. */
    isIncomplete,
    isLoading: isIncomplete && rows.length === 0,
    deletedCount,
    statuses: shown.statuses,
    reappeared: shown.reappeared,
    reads,
    databases,
    inventory,
    getRowState: shown.getRowState,
  };
}

export const InstancesContext = createContext<Instances | null>(null);

/** Returns the instances that the Compute screen shows. */
export function useComputeInstances(): Instances {
  return useRequired(InstancesContext, 'ComputePage');
}

/** Returns the lists to request, and how to combine their reads. */
function listings(instancesPath: string | null, databases: readonly string[]) {
  const names = databasesToList(instancesPath, databases);
  function combine(results: UseQueryResult<InstanceList>[]) {
    const reads = results.map((read, index): DatabaseRead => ({ databaseName: names[index] ?? null, read }));
    const lists = reads.flatMap(({ databaseName, read: { data, dataUpdatedAt } }) => {
      if (data === undefined) return [];
      const servedAt = dataUpdatedAt - (data.clockAheadMs ?? 0);
      return { databaseName, instances: data.items, servedAt, requestedAt: data.askedAt };
    });
    return { reads, lists };
  }
  return { names, combine };
}
