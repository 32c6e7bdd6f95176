import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { addedInstancesQuery, databasesQuery } from '../api/addedInstances.ts';
import {
  getDatabasesToList,
  type InstanceList,
  instancesQuery,
  refreshInstanceLists,
} from '../api/computeInstances.ts';
import { refreshLog } from '../api/deletions.ts';
import type { Refusal } from '../rules/requests.ts';
import { refreshConfig, useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { bulkProblem, type InstanceRow } from './instanceRow.ts';
import { mergeRows } from './mergeRows.ts';
import {
  type DeletionsByRow,
  type RowState,
  stateOfRow,
  useDeletionLog,
  useFindRefusal,
} from './useDeletionLog.ts';

/** For the whole workspace if `databaseName` is null. */
export type InstanceListQuery = { databaseName: string | null; query: UseQueryResult<InstanceList> };

export type Instances = ReturnType<typeof useInstances>;

const none: readonly never[] = [];

/** Every database has its own request, so that a failure doesn't hide the instances of the others. */
export function useInstances() {
  const { instancesPath } = useConfig();
  const { workspace } = useSession();
  const log = useDeletionLog();
  const findRefusal = useFindRefusal();
  const { byRow, protections, isUnavailable } = log;
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
  const merged = useMemo(() => mergeRows(received, added.data ?? none), [received, added.data]);
  const judged = useMemo(
    () => judgeRows(merged.rows, byRow, findRefusal, workspace),
    [merged, byRow, findRefusal, workspace],
  );
  useRefreshAfterRemoval(merged.rows, byRow);
  // Removed rows would appear for a moment if rows were shown before the log was read.
  const isReady = !log.isPending && !added.isPending && !databases.isPending;
  const hasAll = isReady && lists.every(({ query }) => !query.isPending);
  const shown = isReady ? judged : nothing;
  return {
    ...shown,
    lists,
    databases: databases.data ?? none,
    byRow,
    protections,
    deletedCount: merged.deletedCount,
    isLoading: !hasAll && shown.rows.length === 0,
    /** True also if lists have failed. */
    hasAll,
    isLogUnavailable: isUnavailable,
    /** Why the added instances or the databases couldn't be read, or null. */
    failure: added.error ?? databases.error,
  };
}

/** The server forgets an added instance together with its deletion, whoever asked for it. */
function useRefreshAfterRemoval(rows: readonly InstanceRow[], byRow: DeletionsByRow) {
  const client = useQueryClient();
  const { workspace } = useSession();
  const removals = rows
    .flatMap(({ key, isAdded }) => (isAdded ? (byRow.get(key) ?? none) : none))
    .filter(({ stage }) => stage === 'deleted' || stage === 'accepted')
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (removals !== '') void client.invalidateQueries(addedInstancesQuery(workspace));
  }, [client, workspace, removals]);
}

/** Requests the lists again, and what else can have changed. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  const { workspace } = useSession();
  return () => {
    void refreshConfig();
    void refreshInstanceLists(client, workspace);
    void client.invalidateQueries(addedInstancesQuery(workspace));
    void client.invalidateQueries(databasesQuery(workspace));
    void refreshLog(client, workspace);
  };
}

function planQueries(instancesPath: string | null, databases: readonly string[]) {
  const names = getDatabasesToList(instancesPath, databases);
  function combine(results: UseQueryResult<InstanceList>[]) {
    const lists: InstanceListQuery[] = results.map((query, index) => ({
      databaseName: names[index] ?? null,
      query,
    }));
    const received = lists.flatMap(({ databaseName, query: { data } }) =>
      data === undefined ? [] : [{ databaseName, list: data }],
    );
    return { lists, received };
  }
  return { names, combine };
}

type JudgedRows = {
  /** Without removed instances, in the order of the lists. */
  rows: readonly InstanceRow[];
  rowsByKey: ReadonlyMap<string, InstanceRow>;
  states: ReadonlyMap<string, RowState>;
  /** Why rows can't be deleted. Rows that can be are missing. */
  refusals: ReadonlyMap<string, Refusal>;
  selectableKeys: ReadonlySet<string>;
};

const nothing: JudgedRows = {
  rows: [],
  rowsByKey: new Map(),
  states: new Map(),
  refusals: new Map(),
  selectableKeys: new Set(),
};

function judgeRows(
  rows: readonly InstanceRow[],
  byRow: DeletionsByRow,
  findRefusal: (row: InstanceRow) => Refusal | null,
  workspace: string,
): JudgedRows {
  const rowsByKey = new Map<string, InstanceRow>();
  const states = new Map<string, RowState>();
  const refusals = new Map<string, Refusal>();
  const selectableKeys = new Set<string>();
  for (const row of rows) {
    const state = stateOfRow(row, byRow.get(row.key) ?? none);
    if (state.kind === 'removed') continue;
    rowsByKey.set(row.key, row);
    if (state.kind !== 'plain') states.set(row.key, state);
    const refusal = findRefusal(row);
    if (refusal !== null) refusals.set(row.key, refusal);
    else if (bulkProblem(row, workspace) === null) selectableKeys.add(row.key);
  }
  return { rows: [...rowsByKey.values()], rowsByKey, states, refusals, selectableKeys };
}
