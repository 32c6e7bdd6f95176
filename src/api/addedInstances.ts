import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { databasesSchema } from '../rules/requests.ts';
import { callApi, workspacePath } from './callApi.ts';
import type { Caller } from './deletions.ts';

const addedSchema = v.object({
  instances: v.pipe(
    v.array(v.object({ databaseName: v.string(), instanceId: v.string(), name: v.nullable(v.string()) })),
    v.readonly(),
  ),
});

/** An instance that an admin added by hand, because no list contains it. All admins of the workspace see it. */
export type AddedInstance = v.InferOutput<typeof addedSchema>['instances'][number];

export function addedInstancesQuery(workspace: string) {
  return queryOptions({
    queryKey: ['workspaces', workspace, 'added-instances'],
    queryFn: async ({ signal }) =>
      (await callApi(addedSchema, { path: workspacePath(workspace, 'added-instances'), signal })).instances,
  });
}

export async function addInstances({ workspace, sessionId }: Caller, instances: readonly AddedInstance[]) {
  const path = workspacePath(workspace, 'added-instances');
  return (await callApi(addedSchema, { method: 'POST', path, body: { instances }, sessionId })).instances;
}

export async function removeAddedInstances(
  { workspace, sessionId }: Caller,
  instances: readonly AddedInstance[],
) {
  const path = workspacePath(workspace, 'added-instances', 'remove');
  return (await callApi(addedSchema, { method: 'POST', path, body: { instances }, sessionId })).instances;
}

/** The databases whose instances are listed. The service has one list for each. */
export function databasesQuery(workspace: string) {
  return queryOptions({
    queryKey: ['workspaces', workspace, 'databases'],
    queryFn: async ({ signal }) =>
      (await callApi(databasesSchema, { path: workspacePath(workspace, 'databases'), signal })).names,
  });
}

export async function saveDatabases({ workspace, sessionId }: Caller, names: readonly string[]) {
  const path = workspacePath(workspace, 'databases');
  return (await callApi(databasesSchema, { method: 'PUT', path, body: { names }, sessionId })).names;
}
