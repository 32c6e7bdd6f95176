import { queryOptions } from '@tanstack/react-query';
import type { Connection } from './connection.ts';
import { readList, type ServiceList, workspaceKey } from './readList.ts';
import { operations, servicePath } from './servicePath.ts';

/** The region identifiers of a workspace as a value: key and read, shared by the sign-in proof and the Regions screen. */
export function regionsQuery(connection: Connection, workspaceSlug: string) {
  return queryOptions({
    queryKey: [...workspaceKey(connection, workspaceSlug), 'regions'],
    queryFn: ({ signal }) => listRegions(connection, workspaceSlug, signal),
  });
}

/**
 * The region identifiers available to a workspace (section 4.3), in the service's order, repeats included.
 * @throws ServiceError
 */
export async function listRegions(
  connection: Connection,
  workspaceSlug: string,
  signal?: AbortSignal,
): Promise<ServiceList<string>> {
  const path = servicePath(operations.listRegions.path, { workspaceSlug });
  return readList(connection, path, (raw) => (typeof raw === 'string' ? raw : null), signal);
}
