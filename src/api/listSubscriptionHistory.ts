import type { Connection } from './Connection.ts';
import { decodeSubscriptionRecord, type SubscriptionRecord } from './decodeSubscriptionRecord.ts';
import { operationPaths } from './operationPaths.ts';
import { readList, type ServiceList } from './readList.ts';
import { servicePath } from './servicePath.ts';

/**
 * All subscription records of a workspace (section 4.2), in the service's order, which should be most recent first.
 * @throws ServiceError
 */
export async function listSubscriptionHistory(
  connection: Connection,
  workspaceSlug: string,
  signal?: AbortSignal,
): Promise<ServiceList<SubscriptionRecord>> {
  const path = servicePath(operationPaths.listSubscriptionHistory, { workspaceSlug });
  return readList(connection, path, decodeSubscriptionRecord, signal);
}
