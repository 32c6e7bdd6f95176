import { type QueryClient, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type InstanceList, instancesQuery } from '../../api/computeInstances.ts';
import type { Connection } from '../../api/connection.ts';
import type { ConsoleConfig } from '../../config.ts';
import { useSession } from '../../session/useSession.ts';
import { targetKey } from './deletion/deletionEntry.ts';
import type { RowMark, RowState } from './deletion/deletionMarks.ts';
import { useDeletionMarks, useIsLogReady } from './deletion/useDeletions.ts';
import { type InstanceRow, otherPlaces } from './instanceRow.ts';
import { inventoryOf, readChosenDatabases, useInventory } from './inventory.ts';
import { mergeRows } from './mergeRows.ts';
import { nextCheckMs, type ReappearedRow, reappearedRows, removedRows } from './tombstones.ts';

export type DatabaseRead = {
  /** null where one listing covers the whole workspace. */
  databaseName: string | null;
  read: UseQueryResult<InstanceList>;
};

/** What is known of a row beside its record and whether it is selected. */
export type KnownState = Omit<RowState, 'isSelected'>;

type Options = {
  /** False: only what has been read already counts, and nothing is asked of the service. */
  reads?: boolean;
};

/** Until the log has been read nobody knows which rows have left. */
const noRows: readonly InstanceRow[] = [];

/**
 * The instances of the workspace on screen: what the service lists and what the admin added by hand, without what has
 * left, and what is known of each. One read a database, so that one that fails never hides the others.
 */
export function useInstances(config: ConsoleConfig, options: Options = {}) {
  const { connection, workspaceSlug, isRejected } = useSession();
  const inventory = useInventory(config, workspaceSlug);
  const { added, databases: chosen, protectedKeys } = inventory;
  const isLogReady = useIsLogReady() && inventory.isReady;
  // The chosen databases are not known before.
  const instancesPath = inventory.isReady ? config.instancesPath : null;
  const { tombstones, marks } = useDeletionMarks();
  const removed = useMemo(() => removedRows(workspaceSlug, tombstones), [workspaceSlug, tombstones]);

  const databases = chosen ?? config.databases;
  const { names, combine } = useMemo(() => listings(instancesPath, databases), [instancesPath, databases]);
  const { reads, lists } = useQueries({
    queries: names.map((databaseName) => ({
      ...instancesQuery(connection, instancesPath ?? '', { workspaceSlug, databaseName: databaseName ?? '' }),
      enabled: options.reads ?? true,
      refetchInterval: ({ state }: { state: { data: InstanceList | undefined } }) =>
        // A check with a rejected token could only fail, and nobody sees the list behind the sign-in form.
        !isRejected &&
        state.data !== undefined &&
        nextCheckMs(removed, databaseName, state.data.askedAt, Date.now()),
    })),
    combine,
  });

  const { rows: merged, deletedCount } = useMemo(() => mergeRows(lists, added), [lists, added]);
  const reappeared = useMemo(() => {
    const records = new Map(
      merged.flatMap(({ key, record }) => (record !== null && removed.has(key) ? [[key, record]] : [])),
    );
    const listOf = (name: string) =>
      lists.find(({ databaseName }) => databaseName === null || databaseName === name);
    return reappearedRows(removed, records, (name) => listOf(name)?.requestedAt ?? null, Date.now());
  }, [removed, merged, lists]);
  const rows = useMemo(
    () =>
      removed.size === 0 ? merged : merged.filter(({ key }) => !removed.has(key) || reappeared.has(key)),
    [merged, removed, reappeared],
  );
  const allMarks = useMemo(
    () => withStillListed(marks, workspaceSlug, reappeared),
    [marks, workspaceSlug, reappeared],
  );
  const protectedRows = useMemo(() => new Set(protectedKeys), [protectedKeys]);

  function stateOf(row: InstanceRow): KnownState {
    const { id, databaseName, key } = row;
    const mark =
      id === null ? null : allMarks.get(targetKey({ workspaceSlug, databaseName, instanceId: id }));
    return {
      mark: mark ?? null,
      isProtected: protectedRows.has(key),
      names: otherPlaces(row, workspaceSlug)[0]?.kind ?? null,
    };
  }

  return {
    rows: isLogReady ? rows : noRows,
    deletedCount,
    isLogReady,
    marks: allMarks,
    reappeared,
    reads,
    databases,
    stateOf,
  };
}

/** Reads what Compute would read, where the service lists instances. */
export async function prefetchInstances(
  queryClient: QueryClient,
  connection: Connection,
  workspaceSlug: string,
  config: ConsoleConfig,
): Promise<void> {
  const { instancesPath, databases } = config;
  // The first render needs the whole inventory.
  inventoryOf(config, workspaceSlug);
  if (instancesPath === null) return;
  const chosen = listsWholeWorkspace(instancesPath) ? null : await readChosenDatabases(config, workspaceSlug);
  const reads = listedNames(instancesPath, chosen ?? databases).map((databaseName) =>
    queryClient.prefetchQuery(
      instancesQuery(connection, instancesPath, { workspaceSlug, databaseName: databaseName ?? '' }),
    ),
  );
  await Promise.all(reads);
}

/** Whether a listing's template asks for all databases at once, because it has no place for one. */
export function listsWholeWorkspace(instancesPath: string): boolean {
  return !instancesPath.includes('{databaseName}');
}

function listedNames(instancesPath: string | null, databases: readonly string[]): readonly (string | null)[] {
  if (instancesPath === null) return [];
  return listsWholeWorkspace(instancesPath) ? [null] : [...new Set(databases)];
}

/** Which lists are read, and what their reads make together. */
function listings(instancesPath: string | null, databases: readonly string[]) {
  const names = listedNames(instancesPath, databases);
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

/** Adds the status of removed rows that are still listed. Existing statuses take precedence. */
function withStillListed(
  marks: ReadonlyMap<string, RowMark>,
  workspaceSlug: string,
  reappeared: ReadonlyMap<string, ReappearedRow>,
): ReadonlyMap<string, RowMark> {
  if (reappeared.size === 0) return marks;
  const all = new Map(marks);
  for (const row of reappeared.values()) {
    const target = targetKey({ workspaceSlug, ...row });
    if (!row.isNewInstance && !all.has(target)) all.set(target, { kind: 'still-listed', tombstone: row });
  }
  return all;
}
