import { queryOptions } from '@tanstack/react-query';
import type { Connection } from '../rules/connection.ts';
import { buildServicePath, operations } from '../rules/servicePath.ts';
import { createWorkspaceKeyPrefix, readList, type ServiceList } from './readList.ts';

export function createRegionsQuery(connection: Connection, workspaceSlug: string) {
  return queryOptions({
    queryKey: [...createWorkspaceKeyPrefix(connection, workspaceSlug), 'regions'],
    queryFn: ({ signal }) => listRegions(connection, workspaceSlug, signal),
  });
}

/** In the service's order, including duplicates (`service.md` §4.3). */
export async function listRegions(
  connection: Connection,
  workspaceSlug: string,
  signal?: AbortSignal,
): Promise<ServiceList<string>> {
  const path = buildServicePath(operations.listRegions.path, { workspaceSlug });
  return readList(connection, path, (raw) => (typeof raw === 'string' ? raw : null), signal);
}

/** `CLOUDA_EU_CENTRAL_1` is `eu-central-1` of `CLOUDA` (`service.md` §2). Other formats have no provider. */
export function parseRegion(identifier: string): { provider: string | null; name: string } {
  const [, provider = null, name = ''] = /^([^_]+)_(.+)$/s.exec(identifier) ?? [];
  if (provider === null) return { provider, name: identifier };
  return { provider, name: name.toLowerCase().replaceAll('_', '-') };
}
