import { type QueryClient, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type InstanceList, instancesQuery } from '../../api/computeInstances.ts';
import type { Connection } from '../../api/connection.ts';
import type { ConsoleConfig } from '../../config.ts';
import { useSession } from '../../session/useSession.ts';
import { type RowMark, type RowState, targetKey } from './deletion/deletionMarks.ts';
import { useDeletionMarks, useIsLogReady } from './deletion/useDeletions.ts';
import { type InstanceRow, otherPlaces } from './instanceRow.ts';
import { inventoryOf, useInventory } from './inventory.ts';
import { mergeRows } from './mergeRows.ts';
import { type LeftRow, leftRows, nextLookMs, stillListedRows } from './tombstones.ts';

export type DatabaseRead = {
  /** null where one listing covers the whole workspace. */
  databaseName: string | null;
  /** Its path, as the configuration has it. */
  template: string;
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
export function useInstances({ instancesPath, databases: configured }: ConsoleConfig, options: Options = {}) {
  const { connection, workspaceSlug } = useSession();
  const { added, databases: chosen, protectedKeys } = useInventory(connection.serviceUrl, workspaceSlug);
  const isLogReady = useIsLogReady();
  const { tombstones, marks } = useDeletionMarks();
  const left = useMemo(() => leftRows(workspaceSlug, tombstones), [workspaceSlug, tombstones]);

  const databases = chosen ?? configured;
  const { names, combine } = useMemo(() => listings(instancesPath, databases), [instancesPath, databases]);
  const { reads, lists } = useQueries({
    queries: names.map((databaseName) => ({
      ...instancesQuery(connection, instancesPath ?? '', { workspaceSlug, databaseName: databaseName ?? '' }),
      enabled: options.reads ?? true,
      refetchInterval: ({ state }: { state: { data: InstanceList | undefined } }) =>
        state.data !== undefined && nextLookMs(left, databaseName, state.data.askedAt, Date.now()),
    })),
    combine,
  });

  const merged = useMemo(() => mergeRows(lists, added), [lists, added]);
  const back = useMemo(() => {
    const listed = new Set(merged.filter(({ key, record }) => record !== null && left.has(key)).map(keyOf));
    const listOf = (name: string) =>
      lists.find(({ databaseName }) => databaseName === null || databaseName === name);
    return stillListedRows(
      left,
      (key) => listed.has(key),
      (name) => listOf(name)?.askedAt ?? null,
      Date.now(),
    );
  }, [left, merged, lists]);
  const rows = useMemo(
    () => (left.size === 0 ? merged : merged.filter(({ key }) => !left.has(key) || back.has(key))),
    [merged, left, back],
  );
  const allMarks = useMemo(() => withStillListed(marks, workspaceSlug, back), [marks, workspaceSlug, back]);
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

  return { rows: isLogReady ? rows : noRows, isLogReady, marks: allMarks, back, reads, databases, stateOf };
}

/** Reads what Compute would read, where the service lists instances. */
export async function prefetchInstances(
  queryClient: QueryClient,
  connection: Connection,
  workspaceSlug: string,
  { instancesPath, databases }: ConsoleConfig,
): Promise<void> {
  const chosen = inventoryOf(connection.serviceUrl, workspaceSlug).getState().databases;
  const reads = listedNames(instancesPath, chosen ?? databases).map((databaseName) =>
    queryClient.prefetchQuery(
      instancesQuery(connection, instancesPath ?? '', { workspaceSlug, databaseName: databaseName ?? '' }),
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
  return listsWholeWorkspace(instancesPath) ? [null] : databases;
}

/** Which lists are read, and what their reads make together. */
function listings(instancesPath: string | null, databases: readonly string[]) {
  const names = listedNames(instancesPath, databases);
  function combine(results: UseQueryResult<InstanceList>[]) {
    const reads = results.map(
      (read, at): DatabaseRead => ({ databaseName: names[at] ?? null, template: instancesPath ?? '', read }),
    );
    const lists = reads.flatMap(({ databaseName, read: { data } }) =>
      data === undefined ? [] : [{ databaseName, instances: data.items, askedAt: data.askedAt }],
    );
    return { reads, lists };
  }
  return { names, combine };
}

/** What is marked already has something graver to say. */
function withStillListed(
  marks: ReadonlyMap<string, RowMark>,
  workspaceSlug: string,
  back: ReadonlyMap<string, LeftRow>,
): ReadonlyMap<string, RowMark> {
  if (back.size === 0) return marks;
  const all = new Map(marks);
  for (const row of back.values()) {
    const target = targetKey({ workspaceSlug, ...row });
    if (!all.has(target)) all.set(target, { kind: 'still-listed', tombstone: row });
  }
  return all;
}

function keyOf({ key }: InstanceRow): string {
  return key;
}
