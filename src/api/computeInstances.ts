import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ComputeInstance, decodeInstance } from '../rules/instanceRecord.ts';
import { buildServicePath } from '../rules/pathValues.ts';
import { readList, type ServiceList } from './readList.ts';

export type InstanceList = ServiceList<ComputeInstance>;

/** `service.md` has no list of instances, so the operator sets its path. `databaseName` is null if one list has the whole workspace. */
export function instancesQuery(template: string, workspaceSlug: string, databaseName: string | null) {
  return queryOptions({
    queryKey: [...listsKey(workspaceSlug), databaseName],
    queryFn: ({ signal }) =>
      readList(
        buildServicePath(template, { workspaceSlug, databaseName: databaseName ?? '' }),
        decodeInstance,
        signal,
      ),
  });
}

function listsKey(workspaceSlug: string) {
  return ['workspaces', workspaceSlug, 'instances'] as const;
}

/** Reads all lists again, or only those that contain a database. */
export function refreshInstanceLists(
  client: QueryClient,
  workspaceSlug: string,
  databaseName: string | null = null,
): Promise<void> {
  const hasDatabase = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    databaseName === null || [databaseName, null].some((name) => name === queryKey.at(-1));
  return client.invalidateQueries({ queryKey: listsKey(workspaceSlug), predicate: hasDatabase });
}

export function hasListPerDatabase(instancesPath: string | null): boolean {
  return instancesPath?.includes('{databaseName}') ?? false;
}

/** The databases whose lists are requested. The only one is null if one list covers the whole workspace. */
export function getDatabasesToList(
  instancesPath: string | null,
  databases: readonly string[],
): readonly (string | null)[] {
  if (instancesPath === null) return [];
  return hasListPerDatabase(instancesPath) ? [...new Set(databases)] : [null];
}
