import type { Connection } from './connection.ts';
import { ServiceError } from './errors.ts';
import { sendRequest } from './http.ts';
import { errorOfResponse, parseResponse } from './response.ts';

/** A list that was read from the service. */
export type ServiceList<Item> = {
  /** The decoded items, in the order of the service. */
  items: Item[];
  /** The items that could not be decoded. */
  unreadable: unknown[];
  /**
   * Time (ms) by which the browser's clock is ahead of the service's clock, or negative if it is behind. Missing if the clocks
   * differ by at most 5 minutes or the response has no date.
   */
  clockAheadMs?: number;
};

const maxClockDifferenceMs = 5 * 60_000;
// A long list can take minutes on a slow connection. A service that sends nothing for 15 s has failed.
const silenceMs = 15_000;
const timeoutMs = 5 * 60_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a JSON array (sections 4.2 and 4.3) of at most 64 MiB in at most 5 minutes. Items that can't be decoded are returned
 * in `unreadable`.
 * @param decode returns null for an item that it can't decode
 * @throws ServiceError if no response arrives, if its status is 202 or not 2xx, or if its body is not a complete JSON array
 */
export async function readList<Item>(
  connection: Connection,
  path: string,
  decode: (raw: unknown) => Item | null,
  signal?: AbortSignal,
): Promise<ServiceList<Item>> {
  const call = { method: 'GET', path, timeoutMs, silenceMs, maxBytes, ...(signal && { signal }) } as const;
  const response = await sendRequest(connection, call);
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
  const clockAheadMs = response.servedAt === null ? 0 : Date.now() - response.servedAt;
  if (Math.abs(clockAheadMs) > maxClockDifferenceMs) list.clockAheadMs = clockAheadMs;
  return list;
}

/** Returns the start of all query keys of a workspace. Query keys contain the service URL but never the token. */
export function workspaceKey(connection: Pick<Connection, 'serviceUrl'>, workspaceSlug: string) {
  return [connection.serviceUrl, 'workspaces', workspaceSlug] as const;
}
