import type { Connection } from './connection.ts';
import { errorOfResponse, parseResponse, ServiceError } from './errors.ts';
import { request } from './http.ts';

/** A list as the service sent it: what could be read, in its order, and what could not, raw. */
export type ServiceList<Item> = {
  items: Item[];
  unreadable: unknown[];
  /** How far the clock here is ahead of the service's, in ms; only where it is more than 5 minutes either way. */
  clockAheadMs?: number;
};

const toleratedMs = 5 * 60_000;
// A long list over a slow line takes minutes; a service that says nothing for 15 s has failed.
const silenceMs = 15_000;
const timeoutMs = 5 * 60_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a JSON array (sections 4.2, 4.3) of at most 64 MiB, for as long as it comes, at most 5 minutes. One bad item
 * never loses the others.
 * @param decode the item, or null where it can't be read
 * @throws ServiceError for everything but a 2xx (not 202) with a whole JSON array
 */
export async function readList<Item>(
  connection: Connection,
  path: string,
  decode: (raw: unknown) => Item | null,
  signal?: AbortSignal,
): Promise<ServiceList<Item>> {
  const answer = await request(connection, {
    method: 'GET',
    path,
    timeoutMs,
    silenceMs,
    maxBytes,
    ...(signal && { signal }),
  });
  const { status } = answer;
  if (status < 200 || status > 299) throw errorOfResponse(answer);
  const body = status === 202 || status === 204 ? null : parseResponse(answer);
  if (!Array.isArray(body)) {
    const message = `The service answered (HTTP ${status}) without the list it was asked for.`;
    throw new ServiceError({ kind: 'unreadable', message, status, requestId: answer.requestId });
  }
  const list: ServiceList<Item> = { items: [], unreadable: [] };
  for (const raw of body) {
    const item = decode(raw);
    if (item === null) list.unreadable.push(raw);
    else list.items.push(item);
  }
  const ahead = answer.servedAt === null ? 0 : Date.now() - answer.servedAt;
  if (Math.abs(ahead) > toleratedMs) list.clockAheadMs = ahead;
  return list;
}

/** The beginning of every query key: service, then workspace, so that one prefix clears a workspace. Never a token. */
export function workspaceKey(connection: Pick<Connection, 'serviceUrl'>, workspaceSlug: string) {
  return [connection.serviceUrl, 'workspaces', workspaceSlug] as const;
}
