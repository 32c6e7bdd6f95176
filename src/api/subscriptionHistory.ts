import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Connection } from './connection.ts';
import { text } from './instanceRecord.ts';
import { readList, workspaceKey } from './readList.ts';
import { isJsonObject } from './response.ts';
import { operations, servicePath } from './servicePath.ts';

/** A subscription record (section 2). Dates stay strings, and `raw` keeps all fields as received. */
export type SubscriptionRecord = v.InferOutput<typeof recordSchema> & { raw: unknown };

/** Keeps a level or date that is not a string as JSON, so that it is shown and not taken for missing. */
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

/** The fields of a record, so that an export has all of them. */
export const subscriptionFields = v.keyof(recordSchema).options;

/** Query options for all subscription records of a workspace (section 4.2), in the service's order. */
export function subscriptionHistoryQuery(connection: Connection, workspaceSlug: string) {
  return queryOptions({
    queryKey: [...workspaceKey(connection, workspaceSlug), 'subscription', 'history'],
    queryFn: async ({ signal }) => {
      const path = servicePath(operations.listSubscriptionHistory.path, { workspaceSlug });
      return readList(connection, path, decodeSubscriptionRecord, signal);
    },
  });
}

/** Decodes a subscription record. Returns null if the value is not an object. */
export function decodeSubscriptionRecord(raw: unknown): SubscriptionRecord | null {
  return isJsonObject(raw) ? { ...v.parse(recordSchema, raw), raw } : null;
}
