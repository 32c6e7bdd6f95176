import { queryOptions, useQuery } from '@tanstack/react-query';
import { buildServicePath, operationPaths } from '../rules/pathValues.ts';
import { readServiceList } from './readServiceList.ts';

/** In the service's order, including duplicates. */
export function regionsQuery(workspaceSlug: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceSlug, 'regions'],
    queryFn: ({ signal }) => {
      const path = buildServicePath(operationPaths.listRegions, { workspaceSlug });
      return readServiceList(path, (raw) => (typeof raw === 'string' ? raw : null), signal);
    },
  });
}

export function useRegions(workspaceSlug: string) {
  return useQuery(regionsQuery(workspaceSlug));
}
