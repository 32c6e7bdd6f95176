import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createInstancesQuery, type InstanceList } from '../api/computeInstances.ts';
import type { Policy } from '../config.ts';
import type { DeletionsByRow } from '../rules/deletion.ts';
import { mayDelete, type Refusal } from '../rules/mayDelete.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { addedInstancesQuery, chosenDatabasesQuery } from './add/added.ts';
import { useDeletionContext, useDeletions } from './delete/useDeletions.ts';
import { getDatabasesToList } from './instanceLists.ts';
import { bulkProblem, type InstanceRow } from './instanceRow.ts';
import { mergeRows } from './mergeRows.ts';
import { type RowState, stateOfRow } from './removedRows.ts';

/** For the whole workspace if `databaseName` is null. */
export type InstanceListQuery = { databaseName: string | null; query: UseQueryResult<InstanceList> };

export type Instances = ReturnType<typeof useInstances>;

const none: readonly never[] = [];

/** Every database has its own request, so that a failure doesn't hide the instances of the others. */
export function useInstances() {
  const { instancesPath, databases: configured, policy } = useConfig();
  const { connection, workspace } = useSession();
  const { storage } = useDeletionContext();
  const { byRow, isPending: isLogPending, isUnavailable } = useDeletions();
  const added = useQuery(addedInstancesQuery(storage, workspace));
  const chosen = useQuery(chosenDatabasesQuery(storage, workspace));
  const databases = chosen.data ?? configured;
  // Until the admin's choice was read, a request could be for a database that the admin has removed.
  const path = chosen.isPending ? null : instancesPath;
  const { names, combine } = useMemo(() => planQueries(path, databases), [path, databases]);
  const { lists, received } = useQueries({
    queries: names.map((databaseName) =>
      createInstancesQuery(connection, path ?? '', {
        workspaceSlug: workspace,
        databaseName: databaseName ?? '',
      }),
    ),
    combine,
  });
  const merged = useMemo(() => mergeRows(received, added.data ?? none), [received, added.data]);
  const judged = useMemo(
    () => judgeRows(merged.rows, isUnavailable ? null : byRow, policy, workspace),
    [merged, byRow, isUnavailable, policy, workspace],
  );
  // Removed rows would appear for a moment if rows were shown before the log was read.
  const isReady = !isLogPending && !added.isPending && !chosen.isPending;
  const hasAll = isReady && lists.every(({ query }) => !query.isPending);
  const shown = isReady ? judged : nothing;
  return {
    ...shown,
    lists,
    databases,
    byRow,
    deletedCount: merged.deletedCount,
    isLoading: !hasAll && shown.rows.length === 0,
    /** True also if lists have failed. */
    hasAll,
    isLogUnavailable: isUnavailable,
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

/** @param byRow null if the log can't be read */
function judgeRows(
  rows: readonly InstanceRow[],
  byRow: DeletionsByRow | null,
  policy: Policy,
  workspace: string,
): JudgedRows {
  const now = Date.now();
  const rowsByKey = new Map<string, InstanceRow>();
  const states = new Map<string, RowState>();
  const refusals = new Map<string, Refusal>();
  const selectableKeys = new Set<string>();
  for (const row of rows) {
    const entries = byRow?.get(row.key) ?? none;
    const state = stateOfRow(row, entries, now);
    if (state.kind === 'removed') continue;
    rowsByKey.set(row.key, row);
    if (state.kind !== 'plain') states.set(row.key, state);
    const refusal = mayDelete(row, byRow === null ? null : entries, policy, { now });
    // The connection may be back before the click, so only the dialog says that it is missing.
    if (refusal !== null && refusal.code !== 'offline') refusals.set(row.key, refusal);
    else if (bulkProblem(row, workspace) === null) selectableKeys.add(row.key);
  }
  return { rows: [...rowsByKey.values()], rowsByKey, states, refusals, selectableKeys };
}
