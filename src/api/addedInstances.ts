import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { AddedInstance, DatabaseChanges } from '../rules/requests.ts';
import { type Caller, callApi, workspacePath, writeToWorkspace } from './http.ts';

const addedSchema = v.object({
  instances: v.pipe(
    v.array(v.object({ databaseName: v.string(), instanceId: v.string(), name: v.nullable(v.string()) })),
    v.readonly(),
  ),
});

export function addedInstancesQuery(workspace: string) {
  return queryOptions({
    queryKey: ['workspaces', workspace, 'added-instances'],
    queryFn: async ({ signal }) =>
      (await callApi(addedSchema, { path: workspacePath(workspace, 'added-instances'), signal })).instances,
  });
}

export async function addInstances(caller: Caller, instances: readonly AddedInstance[]) {
  return (await writeToWorkspace(addedSchema, caller, 'POST', ['added-instances'], { instances })).instances;
}

export async function removeAddedInstances(caller: Caller, instances: readonly AddedInstance[]) {
  const path = ['added-instances', 'remove'];
  return (await writeToWorkspace(addedSchema, caller, 'POST', path, { instances })).instances;
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
  return (await writeToWorkspace(namesSchema, caller, 'POST', ['databases'], changes)).names;
}
