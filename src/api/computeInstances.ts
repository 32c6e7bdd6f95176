import { type QueryClient, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import * as v from 'valibot';
import { parseInstant } from '../format/time.ts';
import { type ComputeInstance, decodeInstance } from '../rules/instanceRecord.ts';
import { buildServicePath } from '../rules/pathValues.ts';
import { type AddedInstance, addedInstancesRequestSchema, type DatabaseChanges } from '../rules/requests.ts';
import { type Caller, callApi, postToWorkspace, workspacePath } from './http.ts';
import { readList, type ServiceList } from './readList.ts';

export type InstanceList = ServiceList<ComputeInstance>;

/** `databaseName` is null if the list has the whole workspace. */
export type InstanceListQuery = { databaseName: string | null; query: UseQueryResult<InstanceList> };

/** `service.md` has no list of instances, so the operator sets its path. */
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

/** Earlier dates are placeholders, such as 1970-01-01 for a timestamp of zero. */
const earliestPlausibleMs = Date.UTC(2002, 0, 1);
/** The largest difference (ms) that is expected between the clocks of two servers. */
const clockToleranceMs = 5 * 60_000;

/** True if the `deleted` date says that the instance is deleted. A placeholder would hide an instance that exists. */
export function isDeletedRecord(
  { deleted }: ComputeInstance,
  { servedAt, receivedAt }: Pick<InstanceList, 'servedAt' | 'receivedAt'>,
): boolean {
  const time = deleted === null ? null : parseInstant(deleted);
  return time !== null && time >= earliestPlausibleMs && time <= (servedAt ?? receivedAt) + clockToleranceMs;
}

export function addedInstancesQuery(workspace: string) {
  return queryOptions({
    queryKey: ['workspaces', workspace, 'added-instances'],
    queryFn: async ({ signal }) =>
      (
        await callApi(addedInstancesRequestSchema, {
          path: workspacePath(workspace, 'added-instances'),
          signal,
        })
      ).instances,
  });
}

export async function addInstances(caller: Caller, instances: readonly AddedInstance[]) {
  return (await postToWorkspace(addedInstancesRequestSchema, caller, ['added-instances'], { instances }))
    .instances;
}

export async function removeAddedInstances(caller: Caller, instances: readonly AddedInstance[]) {
  const path = ['added-instances', 'remove'];
  return (await postToWorkspace(addedInstancesRequestSchema, caller, path, { instances })).instances;
}

const namesSchema = v.object({ names: v.pipe(v.array(v.string()), v.readonly()) });

export function databasesQuery(workspace: string) {
  return queryOptions({
    queryKey: ['workspaces', workspace, 'databases'],
    queryFn: async ({ signal }) =>
      (await callApi(namesSchema, { path: workspacePath(workspace, 'databases'), signal })).names,
  });
}

export async function changeDatabases(caller: Caller, changes: DatabaseChanges) {
  return (await postToWorkspace(namesSchema, caller, ['databases'], changes)).names;
}
