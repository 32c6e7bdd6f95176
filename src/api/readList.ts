import { ServiceError } from './errors.ts';
import { sendRequest } from './http.ts';
import { findFormatError, toResponseError } from './response.ts';

export type ServiceList<Item> = {
  items: Item[];
  unreadable: unknown[];
  /** False if the service sent only a part of the list. Absence from the list then proves nothing. */
  isComplete: boolean;
  /** By the `Date` of the response (ms since 1970), or null without a readable one. */
  servedAt: number | null;
  /** When our server asked the service, by the server's clock (ms since 1970). */
  requestedAt: number;
  /** When the response arrived, by the browser's clock (ms since 1970). Only for what is shown. */
  receivedAt: number;
};

// A long list can take minutes. Our server waits 30 s for the first byte, twice.
const silenceMs = 65_000;
const timeoutMs = 5 * 60_000;
const maxBytes = 64 * 1024 * 1024;

/** Throws ServiceError without a response, for a 202 or non-2xx, or if the body isn't a whole JSON array. */
export async function readList<Item>(
  path: string,
  decode: (raw: unknown) => Item | null,
  signal?: AbortSignal,
): Promise<ServiceList<Item>> {
  const response = await sendRequest({ path, timeoutMs, silenceMs, maxBytes, ...(signal && { signal }) });
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
    requestedAt: response.requestedAt ?? 0,
    receivedAt: Date.now(),
  };
  for (const raw of body.value) {
    const item = decode(raw);
    if (item === null) list.unreadable.push(raw);
    else list.items.push(item);
  }
  return list;
}
