import type { Connection } from './connection.ts';
import { ServiceError } from './errors.ts';
import { request } from './http.ts';
import { errorOfResponse, parseResponse } from './response.ts';

/** The decoded items of a list in the service's order, and the items that could not be decoded. */
export type ServiceList<Item> = {
  items: Item[];
  unreadable: unknown[];
  /** How far this clock is ahead of the service's, in ms. Set only if they differ by more than 5 minutes. */
  clockAheadMs?: number;
};

const maxClockDifferenceMs = 5 * 60_000;
// A long list takes minutes on a slow line, but a service that sends nothing for 15 s has failed.
const silenceMs = 15_000;
const timeoutMs = 5 * 60_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a JSON array (sections 4.2 and 4.3) of at most 64 MiB in at most 5 minutes. A malformed item does not hide the rest.
 * @param decode returns null for an item that it can't decode
 * @throws ServiceError unless the response is a 2xx other than 202 with a whole JSON array
 */
export async function readList<Item>(
  connection: Connection,
  path: string,
  decode: (raw: unknown) => Item | null,
  signal?: AbortSignal,
): Promise<ServiceList<Item>> {
  const call = { method: 'GET', path, timeoutMs, silenceMs, maxBytes, ...(signal && { signal }) } as const;
  const response = await request(connection, call);
  const { status } = response;
  if (status < 200 || status > 299) throw errorOfResponse(response);
  const body = status === 202 || status === 204 || status === 205 ? null : parseResponse(response);
  if (!Array.isArray(body)) {
    const message = `The response (HTTP ${status}) doesn’t contain a list.`;
    throw new ServiceError({ kind: 'unreadable', message, status, requestId: response.requestId });
  }
  const list: ServiceList<Item> = { items: [], unreadable: [] };
  for (const raw of body) {
    const item = decode(raw);
    if (item === null) list.unreadable.push(raw);
    else list.items.push(item);
  }
  const ahead = response.servedAt === null ? 0 : Date.now() - response.servedAt;
  if (Math.abs(ahead) > maxClockDifferenceMs) list.clockAheadMs = ahead;
  return list;
}

/** Returns the prefix of every query key of a workspace. It contains the service but never the token. */
export function workspaceKey(connection: Pick<Connection, 'serviceUrl'>, workspaceSlug: string) {
  return [connection.serviceUrl, 'workspaces', workspaceSlug] as const;
}
