import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import {
  addedInstancesQuery,
  hasListPerDatabase,
  type InstanceList,
  type InstanceListState,
  instancesQuery,
  listedDatabasesQuery,
} from '../api/computeInstances.ts';
import { recentLogQuery } from '../api/deletions.ts';
import { type DeletionLogPage, instanceKey } from '../rules/deletion.ts';
import { findInstanceRefusal } from '../rules/instanceRefusal.ts';
import { foldInstance, type Policy } from '../rules/policy.ts';
import { refreshPageData, useConfig, useSession } from '../session/pageData.ts';
import {
  findRowState,
  type InstanceRow,
  type LogItem,
  type MergedRow,
  type RowWithId,
} from './instanceRow.ts';
import { mergeLists } from './mergeLists.ts';

export type InstancesState = ReturnType<typeof useInstancesState> & {
  askToDelete: (rows: readonly RowWithId[]) => void;
};

export const InstancesContext = createContext<InstancesState | null>(null);

export function useInstances(): InstancesState {
  const instances = use(InstancesContext);
  if (instances === null) throw new Error('This component needs an InstancesContext above it.');
  return instances;
}

const none: readonly never[] = [];

/** Lists per database have a query each, so that a failure hides no other instances. */
export function useInstancesState() {
  const { instancesPath, policy } = useConfig();
  const { workspace } = useSession();
  const logQuery = useQuery({ ...recentLogQuery(workspace), select: groupByRow });
  const log = logQuery.data ?? noLog;
  const added = useQuery(addedInstancesQuery(workspace));
  const databases = useQuery(listedDatabasesQuery(workspace));
  const { names, combine } = useMemo(
    () => planQueries(instancesPath, databases.data ?? none),
    [instancesPath, databases.data],
  );
  const { lists, received } = useQueries({
    queries: names.map((databaseName) => instancesQuery(instancesPath ?? '', workspace, databaseName)),
    combine,
  });
  const mergedRows = useMemo(
    () => mergeLists(received, added.data ?? none, workspace),
    [received, added.data, workspace],
  );
  // Before the log is read, removed rows would appear for a moment.
  const isReady = !logQuery.isPending && !added.isPending && !databases.isPending;
  const rowsByKey = useMemo(
    () => judgeRows(isReady ? mergedRows : none, log, policy),
    [isReady, mergedRows, log, policy],
  );
  const rows = useMemo(() => [...rowsByKey.values()], [rowsByKey]);
  const isSettled = isReady && lists.every(({ query }) => !query.isPending);
  const isLogUnavailable = log === noLog && logQuery.error !== null;
  return {
    rows,
    rowsByKey,
    lists,
    databases: databases.data ?? none,
    deletions: log.deletions,
    byRow: log.byRow,
    isLoading: !isSettled && rows.length === 0,
    /** Otherwise, absence says nothing. */
    hasAllLists: isReady && lists.every(({ query }) => query.data),
    isLogUnavailable,
    hasActions: policy.readOnly === null && !isLogUnavailable,
    failure: logQuery.error ?? added.error ?? databases.error,
    logError: logQuery.error,
  };
}

/** Keyed by `instanceKey`; the oldest item is first. */
export type LogItemsByKey = ReadonlyMap<string, readonly LogItem[]>;

const noLog = groupByRow({ deletions: [], protections: [] });

/** A stable function, so that it's called only for new data. */
function groupByRow({ deletions, protections }: Pick<DeletionLogPage, 'deletions' | 'protections'>) {
  const items = deletions
    .toReversed()
    .flatMap((deletion) => deletion.items.map((item, index) => ({ deletion, index, item })));
  const byRow: LogItemsByKey = Map.groupBy(items, ({ item }) => instanceKey(item));
  const allItems = deletions.flatMap((deletion) => deletion.items);
  // Our server compares these spellings before a delete.
  const byGuard = Map.groupBy(allItems, (item) => instanceKey(foldInstance(item)));
  const named = protections.map((each) => (each.isOwn ? { ...each, actor: 'you' } : each));
  return {
    deletions,
    byRow,
    byGuard,
    protections: Map.groupBy(named, (each) => instanceKey(foldInstance(each))),
  };
}

/** React Query keeps equal parts, so `received` stays the same while lists are read again. */
function planQueries(instancesPath: string | null, databases: readonly string[]) {
  const all = hasListPerDatabase(instancesPath) ? [...new Set(databases)] : [null];
  const names = instancesPath === null ? [] : all;
  function combine(results: UseQueryResult<InstanceList>[]) {
    const lists = results.map(
      (query, index): InstanceListState => ({ databaseName: names[index] ?? null, query }),
    );
    const received = lists.flatMap(({ databaseName, query: { data } }) =>
      data === undefined ? [] : [{ databaseName, list: data }],
    );
    return { lists, received };
  }
  return { names, combine };
}

function judgeRows(
  rows: readonly MergedRow[],
  log: ReturnType<typeof groupByRow>,
  policy: Policy,
): ReadonlyMap<string, InstanceRow> {
  const judged = new Map<string, InstanceRow>();
  for (const row of rows) {
    const { key, databaseName, id: instanceId, name } = row;
    const state = findRowState(row, log.byRow.get(key) ?? none);
    if (state === 'removed') continue;
    const guard = instanceKey(foldInstance({ databaseName, instanceId: instanceId ?? '' }));
    const deletions = log === noLog ? null : (log.byGuard.get(guard) ?? none);
    const found = log.protections.get(guard) ?? none;
    const protection = found.find((each) => instanceKey(each) === key) ?? null;
    const conditions = { policy, deletions, protection: protection ?? found[0] ?? null };
    const refusal = findInstanceRefusal({ databaseName, instanceId, name }, conditions);
    judged.set(key, { ...row, state, refusal, protection });
  }
  return judged;
}

export function useRefreshAll(): () => Promise<unknown> {
  const client = useQueryClient();
  const { workspace } = useSession();
  return () =>
    Promise.all([refreshPageData(), client.invalidateQueries({ queryKey: ['workspaces', workspace] })]);
}
