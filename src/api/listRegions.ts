import type { Connection } from './Connection.ts';
import { operationPaths } from './operationPaths.ts';
import { readList, type ServiceList } from './readList.ts';
import { servicePath } from './servicePath.ts';

/**
 * The region identifiers available to a workspace (section 4.3), in the service's order, repeats included.
 * @throws ServiceError
 */
export async function listRegions(
  connection: Connection,
  workspaceSlug: string,
  signal?: AbortSignal,
): Promise<ServiceList<string>> {
  const path = servicePath(operationPaths.listRegions, { workspaceSlug });
  return readList(connection, path, (raw) => (typeof raw === 'string' ? raw : null), signal);
}
