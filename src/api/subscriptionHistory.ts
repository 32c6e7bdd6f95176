import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Connection } from './connection.ts';
import { isJsonObject, text } from './json.ts';
import { readList, type ServiceList, workspaceKey } from './readList.ts';
import { operations, servicePath } from './servicePath.ts';

/** A subscription record (section 2). Dates stay the texts they are; `raw` keeps all that came, unknown fields too. */
export type SubscriptionRecord = v.InferOutput<typeof recordSchema> & { raw: unknown };

/** A level or date that is no text is kept as JSON: shown as it came, it is at least not taken for missing. */
const textOrJson = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((value) => (typeof value === 'string' || value === null ? value : JSON.stringify(value))),
);

const recordSchema = v.object({
  workspace: text,
  level: textOrJson,
  validFrom: textOrJson,
  validTo: textOrJson,
});

/** The subscription history of a workspace as a value: key and read. */
export function subscriptionHistoryQuery(connection: Connection, workspaceSlug: string) {
  return queryOptions({
    queryKey: [...workspaceKey(connection, workspaceSlug), 'subscription', 'history'],
    queryFn: ({ signal }) => listSubscriptionHistory(connection, workspaceSlug, signal),
  });
}

/**
 * All subscription records of a workspace (section 4.2), in the service's order, which should be most recent first.
 * @throws ServiceError
 */
export async function listSubscriptionHistory(
  connection: Connection,
  workspaceSlug: string,
  signal?: AbortSignal,
): Promise<ServiceList<SubscriptionRecord>> {
  const path = servicePath(operations.listSubscriptionHistory.path, { workspaceSlug });
  return readList(connection, path, decodeSubscriptionRecord, signal);
}

/** Reads one subscription record; null where it is no object. */
export function decodeSubscriptionRecord(raw: unknown): SubscriptionRecord | null {
  return isJsonObject(raw) ? { ...v.parse(recordSchema, raw), raw } : null;
}
