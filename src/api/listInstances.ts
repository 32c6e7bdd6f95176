import type { Connection } from './Connection.ts';
import { type ComputeInstance, decodeInstance } from './decodeInstance.ts';
import { readList, type ServiceList } from './readList.ts';
import { servicePath } from './servicePath.ts';

/**
 * The instances of one database, where the operator says that the service lists them: no section defines this read.
 * @param template path of the listing with `{workspaceSlug}` and, usually, `{databaseName}`
 * @throws ServiceError
 */
export async function listInstances(
  connection: Connection,
  template: string,
  target: { workspaceSlug: string; databaseName: string },
  signal?: AbortSignal,
): Promise<ServiceList<ComputeInstance>> {
  return readList(connection, servicePath(template, target), decodeInstance, signal);
}
