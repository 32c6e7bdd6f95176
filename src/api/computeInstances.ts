import { queryOptions } from '@tanstack/react-query';
import type { Connection } from '../rules/connection.ts';
import { type ComputeInstance, decodeInstance } from '../rules/instanceRecord.ts';
import { buildServicePath } from '../rules/servicePath.ts';
import { createWorkspaceKeyPrefix, readList, type ServiceList } from './readList.ts';

/** Both times are ms since 1970 on the browser's clock. */
export type InstanceList = ServiceList<ComputeInstance> & { requestedAt: number; receivedAt: number };

/** The operator configures the path template, because `service.md` defines no list of instances. */
export function createInstancesQuery(
  connection: Connection,
  template: string,
  target: { workspaceSlug: string; databaseName: string },
) {
  const { workspaceSlug, databaseName } = target;
  return queryOptions({
    queryKey: [...createWorkspaceKeyPrefix(connection, workspaceSlug), 'databases', databaseName, 'compute'],
    queryFn: async ({ signal }): Promise<InstanceList> => {
      const requestedAt = Date.now();
      const list = await readList(connection, buildServicePath(template, target), decodeInstance, signal);
      return { ...list, requestedAt, receivedAt: Date.now() };
    },
  });
}
