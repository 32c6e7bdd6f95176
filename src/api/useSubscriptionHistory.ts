import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { isJsonObject } from '../rules/body.ts';
import { stringElseNull } from '../rules/instanceRecord.ts';
import { buildServicePath, operationPaths } from '../rules/pathValues.ts';
import { readServiceList } from './readServiceList.ts';

export type SubscriptionRecord = v.InferOutput<typeof recordSchema> & { raw: unknown };

/** Any value but null becomes text, because null would look like a missing value. */
const textOrJson = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((value) => (typeof value === 'string' || value === null ? value : JSON.stringify(value))),
);

const recordSchema = v.object({
  workspace: stringElseNull,
  level: textOrJson,
  validFrom: textOrJson,
  validTo: textOrJson,
});

/** In the service's order: newest first (`service.md` §4.2). */
export function subscriptionHistoryQuery(workspaceSlug: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceSlug, 'subscription', 'history'],
    queryFn: ({ signal }) => {
      const path = buildServicePath(operationPaths.listSubscriptionHistory, { workspaceSlug });
      return readServiceList(path, decodeSubscriptionRecord, signal);
    },
  });
}

export function decodeSubscriptionRecord(raw: unknown): SubscriptionRecord | null {
  return isJsonObject(raw) ? { ...v.parse(recordSchema, raw), raw } : null;
}

export function useSubscriptionHistory(workspaceSlug: string) {
  return useQuery(subscriptionHistoryQuery(workspaceSlug));
}
