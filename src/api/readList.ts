import type { Connection } from '../rules/connection.ts';
import { ServiceError } from '../rules/errors.ts';
import { findFormatError, toResponseError } from '../rules/response.ts';
import { sendRequest } from './http.ts';

export type ServiceList<Item> = {
  items: Item[];
  unreadable: unknown[];
  /** False if the service sent only a part of the list. Absence from the list then proves nothing. */
  isComplete: boolean;
  /** By the `Date` of the response (ms since 1970), or null without a readable one. */
  servedAt: number | null;
};

// A long list can take minutes. A service that sends nothing for 15 s has probably failed.
const silenceMs = 15_000;
const timeoutMs = 5 * 60_000;
const maxBytes = 64 * 1024 * 1024;

/** Throws ServiceError without a response, for a 202 or non-2xx, or if the body isn't a whole JSON array. */
export async function readList<Item>(
  connection: Connection,
  path: string,
  decode: (raw: unknown) => Item | null,
  signal?: AbortSignal,
): Promise<ServiceList<Item>> {
  const request = { method: 'GET', path, timeoutMs, silenceMs, maxBytes, ...(signal && { signal }) } as const;
  const response = await sendRequest(connection, request);
  const { status, body } = response;
  if (response.isFromProxy || status < 200 || status > 299) throw toResponseError(response);
  const hasList = status !== 202 && status !== 204 && status !== 205;
  const bodyError = hasList ? findFormatError(response) : null;
  if (bodyError !== null) throw bodyError;
  if (!hasList || body.kind !== 'json' || !Array.isArray(body.value)) {
    const message = `The response (HTTP ${status}) doesn't contain a list.`;
    throw new ServiceError({ kind: 'unreadable', message, status, requestId: response.requestId });
  }
  const list: ServiceList<Item> = {
    items: [],
    unreadable: [],
    isComplete: !response.isPartial && (response.totalCount ?? 0) <= body.value.length,
    servedAt: response.servedAt,
  };
  for (const raw of body.value) {
    const item = decode(raw);
    if (item === null) list.unreadable.push(raw);
    else list.items.push(item);
  }
  return list;
}

/** Query keys contain the service URL but never the token. */
export function createWorkspaceKeyPrefix(connection: Pick<Connection, 'serviceUrl'>, workspaceSlug: string) {
  return [connection.serviceUrl, 'workspaces', workspaceSlug] as const;
}
