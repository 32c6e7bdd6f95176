import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  addedInstancesQuery,
  databasesQuery,
  getDatabasesToList,
  type InstanceList,
  type InstanceListQuery,
  instancesQuery,
} from '../api/computeInstances.ts';
import { mayDelete } from '../rules/mayDelete.ts';
import type { Policy } from '../rules/policy.ts';
import { refreshPageData, useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { type InstanceRow, type MergedRow, stateOfRow } from './instanceRow.ts';
import { mergeRows } from './mergeRows.ts';
import { type DeletionLogState, useDeletionLog } from './useDeletionLog.ts';

export type InstancesState = ReturnType<typeof useInstances>;

const none: readonly never[] = [];
const noRows: ReadonlyMap<string, InstanceRow> = new Map();

/** Every database has its own request, so that a failure doesn't hide the instances of the others. */
export function useInstances() {
  const { instancesPath, policy } = useConfig();
  const { workspace } = useSession();
  const log = useDeletionLog();
  const added = useQuery(addedInstancesQuery(workspace));
  const databases = useQuery(databasesQuery(workspace));
  const { names, combine } = useMemo(
    () => planQueries(instancesPath, databases.data ?? none),
    [instancesPath, databases.data],
  );
  const { lists, received } = useQueries({
    queries: names.map((databaseName) => instancesQuery(instancesPath ?? '', workspace, databaseName)),
    combine,
  });
  const listedRows = useMemo(
    () => mergeRows(received, added.data ?? none, workspace),
    [received, added.data, workspace],
  );
  // Removed rows would appear for a moment if rows were shown before the log was read.
  const isReady = !log.isPending && !added.isPending && !databases.isPending;
  const { byRow, protections, failure } = log;
  const rowsByKey = useMemo(
    () => (isReady ? judgeRows(listedRows, { byRow, protections, failure }, policy) : noRows),
    [isReady, listedRows, byRow, protections, failure, policy],
  );
  const rows = useMemo(() => [...rowsByKey.values()], [rowsByKey]);
  const hasAll = isReady && lists.every(({ query }) => !query.isPending);
  return {
    rows,
    rowsByKey,
    lists,
    databases: databases.data ?? none,
    byRow,
    isLoading: !hasAll && rows.length === 0,
    hasAll,
    isLogUnavailable: failure !== null,
    /** Why the log, the added instances or the databases couldn't be read, or null. */
    failure: failure ?? added.error ?? databases.error,
  };
}

/** `received` stays the same while a list is only being read again. */
function planQueries(instancesPath: string | null, databases: readonly string[]) {
  const names = getDatabasesToList(instancesPath, databases);
  function combine(results: UseQueryResult<InstanceList>[]) {
    const lists = results.map((query, index): InstanceListQuery => {
      return { databaseName: names[index] ?? null, query };
    });
    const received = lists.flatMap(({ databaseName, query: { data } }) =>
      data === undefined ? [] : [{ databaseName, list: data }],
    );
    return { lists, received };
  }
  return { names, combine };
}

function judgeRows(
  rows: readonly MergedRow[],
  { byRow, protections, failure }: Pick<DeletionLogState, 'byRow' | 'protections' | 'failure'>,
  policy: Policy,
): ReadonlyMap<string, InstanceRow> {
  const judged = new Map<string, InstanceRow>();
  for (const row of rows) {
    const items = byRow.get(row.key) ?? none;
    const state = stateOfRow(row, items);
    if (state === 'removed') continue;
    const protection = protections.get(row.key) ?? null;
    const deletions = failure === null ? items.map(({ item }) => item) : null;
    const candidate = { databaseName: row.databaseName, instanceId: row.id, name: row.name };
    const refusal = mayDelete(candidate, { policy, deletions, protection });
    judged.set(row.key, { ...row, state, refusal, protection });
  }
  return judged;
}

export function useRefreshAll(): () => Promise<unknown> {
  const client = useQueryClient();
  const { workspace } = useSession();
  return () =>
    Promise.all([refreshPageData(), client.invalidateQueries({ queryKey: ['workspaces', workspace] })]);
}
