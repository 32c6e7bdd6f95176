import { queryOptions } from '@tanstack/react-query';
import { buildServicePath, operations } from '../rules/pathValues.ts';
import { readList } from './readList.ts';

/** In the service's order, including duplicates (`service.md` §4.3). */
export function regionsQuery(workspaceSlug: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceSlug, 'regions'],
    queryFn: ({ signal }) =>
      readList(
        buildServicePath(operations.listRegions, { workspaceSlug }),
        (raw) => (typeof raw === 'string' ? raw : null),
        signal,
      ),
  });
}

/** `CLOUDA_EU_CENTRAL_1` is `eu-central-1` of `CLOUDA` (`service.md` §2). Other formats have no provider. */
export function parseRegion(identifier: string): { provider: string | null; name: string } {
  const [, provider = null, name = ''] = /^([^_]+)_(.+)$/s.exec(identifier) ?? [];
  if (provider === null) return { provider, name: identifier };
  return { provider, name: name.toLowerCase().replaceAll('_', '-') };
}
