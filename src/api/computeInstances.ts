import { type QueryClient, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import * as v from 'valibot';
import { parseInstant } from '../format/time.ts';
import { type ComputeInstance, decodeInstance } from '../rules/instanceRecord.ts';
import { buildServicePath } from '../rules/pathValues.ts';
import { type AddedInstance, addedInstancesRequestSchema, type DatabaseChanges } from '../rules/requests.ts';
import { type Caller, callApi, postToWorkspace, workspacePath } from './http.ts';
import { readServiceList, type ServiceList } from './readServiceList.ts';

export type InstanceList = ServiceList<ComputeInstance>;

/** `databaseName` is null if the list covers the whole workspace. */
export type InstanceListState = { databaseName: string | null; query: UseQueryResult<InstanceList> };

/** `service.md` defines no list of instances, so its path is a setting. */
export function instancesQuery(template: string, workspaceSlug: string, databaseName: string | null) {
  return queryOptions({
    queryKey: ['workspaces', workspaceSlug, 'instances', databaseName],
    queryFn: ({ signal }) =>
      readServiceList(
        buildServicePath(template, { workspaceSlug, databaseName: databaseName ?? '' }),
        decodeInstance,
        signal,
      ),
  });
}

export function refreshInstanceLists(client: QueryClient, workspaceSlug: string, databaseName: string) {
  return client.invalidateQueries({
    queryKey: ['workspaces', workspaceSlug, 'instances'],
    predicate: ({ queryKey }) => queryKey[3] === databaseName || queryKey[3] === null,
  });
}

export function hasListPerDatabase(instancesPath: string | null): boolean {
  return instancesPath?.includes('{databaseName}') ?? false;
}

/** We take earlier dates for placeholders, such as 1970-01-01 for a timestamp of zero. */
const earliestPlausibleMs = Date.UTC(2002, 0, 1);
const clockToleranceMs = 5 * 60_000;

/** No placeholder or date over 5 minutes ahead counts: it could hide a live instance. */
export function isDeletedRecord(
  { deleted }: ComputeInstance,
  { servedAt }: Pick<InstanceList, 'servedAt'>,
): boolean {
  const time = deleted === null ? null : parseInstant(deleted);
  return time !== null && time >= earliestPlausibleMs && time <= servedAt + clockToleranceMs;
}

/** All admins of the workspace share these lists. A change is answered with the whole list. */
function sharedListQuery<List>(schema: v.GenericSchema<unknown, List>, workspace: string, name: string) {
  const path = workspacePath(workspace, name);
  return queryOptions({
    queryKey: ['workspaces', workspace, name],
    queryFn: ({ signal }) => callApi(schema, { path, signal }),
  });
}

const addedSchema = v.pipe(
  addedInstancesRequestSchema,
  v.transform(({ instances }) => instances),
);

export function addedInstancesQuery(workspace: string) {
  return sharedListQuery(addedSchema, workspace, 'added-instances');
}

export async function changeAddedInstances(
  change: 'add' | 'remove',
  client: QueryClient,
  caller: Caller,
  instances: readonly AddedInstance[],
): Promise<void> {
  const parts = change === 'add' ? ['added-instances'] : ['added-instances', 'remove'];
  const all = await postToWorkspace(addedSchema, caller, parts, { instances });
  client.setQueryData(addedInstancesQuery(caller.workspace).queryKey, all);
}

const namesSchema = v.pipe(
  v.object({ names: v.pipe(v.array(v.string()), v.readonly()) }),
  v.transform(({ names }) => names),
);

export function listedDatabasesQuery(workspace: string) {
  return sharedListQuery(namesSchema, workspace, 'databases');
}

export async function changeListedDatabases(client: QueryClient, caller: Caller, changes: DatabaseChanges) {
  const names = await postToWorkspace(namesSchema, caller, ['databases'], changes);
  client.setQueryData(listedDatabasesQuery(caller.workspace).queryKey, names);
}
