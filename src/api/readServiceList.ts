import { serverClock } from '../format/serverClock.ts';
import { type EpochMs, parseResponseDate } from '../rules/time.ts';
import { type ApiResponse, requireSuccess, sendRequest, unreadableError } from './http.ts';

/** A class, because React Query would compare the items of a plain object one by one. */
export class ServiceList<Item> {
  readonly items: Item[] = [];
  readonly unreadable: unknown[] = [];
  /** False if the response says that the list is only a part. */
  readonly isComplete: boolean;
  /** By the response's `Date` and `Age`, else by `serverClock`. */
  readonly servedAt: EpochMs;
  /** When our server was asked, or a cached copy was made, by the database's clock. Null without the header. */
  readonly requestedAt: EpochMs | null;

  constructor(isComplete: boolean, servedAt: EpochMs, requestedAt: EpochMs | null) {
    this.isComplete = isComplete;
    this.servedAt = servedAt;
    this.requestedAt = requestedAt;
  }
}

/** A long list can take minutes. Our server gives up after 15 s without data. */
const timeoutMs = 3 * 60_000;

/** Throws unless a whole JSON array, labeled as JSON, arrives with a 2xx other than 202. */
export async function readServiceList<Item>(
  path: string,
  decode: (raw: unknown) => Item | null,
  signal?: AbortSignal,
): Promise<ServiceList<Item>> {
  const response = await sendRequest({ path, timeoutMs, signal });
  requireSuccess(response);
  const { status, headers } = response;
  const values = readArray(response);
  const total = Number.parseInt(headers.get('x-total-count') ?? '', 10);
  // See RFC 8288.
  const hasNextPage = /;\s*rel\s*=\s*"?[^";,]*\bnext\b/i.test(headers.get('link') ?? '');
  const list = new ServiceList<Item>(
    status !== 206 && !hasNextPage && !(total > values.length),
    parseResponseDate(headers.get('date'), headers.get('age')) ?? serverClock.read(),
    Number(headers.get('console-requested-at')) || null,
  );
  for (const raw of values) {
    const item = decode(raw);
    if (item === null) list.unreadable.push(raw);
    else list.items.push(item);
  }
  return list;
}

function readArray(response: ApiResponse): unknown[] {
  const { status, body } = response;
  const isLabeled = body.kind === 'json' && body.label !== 'none';
  if (status !== 202 && isLabeled && Array.isArray(body.value)) return body.value;
  throw unreadableError(response, `The response (HTTP ${status}) doesn't contain a list.`);
}
