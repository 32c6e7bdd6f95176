import type { Connection } from './Connection.ts';
import { createItemReading } from './createItemReading.ts';
import { errorOfAnswer } from './errorOfAnswer.ts';
import { request } from './request.ts';
import { ServiceError } from './ServiceError.ts';
import { unreadableAnswer } from './unreadableAnswer.ts';
import { wholeJsonText } from './wholeJsonText.ts';

/** A list as the service sent it: what could be read, in its order, and what could not, raw. */
export type ServiceList<Item> = { items: Item[]; unreadable: unknown[] };

const timeoutMs = 15_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a JSON array (sections 4.2, 4.3) of at most 64 MiB within 15 s. One bad item never loses the others.
 * A long list is read in slices while it comes, so that the page answers meanwhile.
 * @param decode the item, or null where it can't be read
 * @throws ServiceError for everything but a 2xx (not 202) with a whole JSON array
 */
export async function readList<Item>(
  connection: Connection,
  path: string,
  decode: (raw: unknown) => Item | null,
  signal?: AbortSignal,
): Promise<ServiceList<Item>> {
  const list: ServiceList<Item> = { items: [], unreadable: [] };
  const reading = createItemReading((raw) => {
    const item = decode(raw);
    if (item === null) list.unreadable.push(raw);
    else list.items.push(item);
  });
  try {
    const answer = await request(connection, {
      method: 'GET',
      path,
      timeoutMs,
      maxBytes,
      readAhead: reading.ahead,
      ...(signal && { signal }),
    });
    const { status, requestId } = answer;
    if (status < 200 || status > 299) throw errorOfAnswer(answer);
    if (status === 202 || status === 204) throw notAList(status, requestId);
    const rest = wholeJsonText(answer);
    const isList = await reading.rest(rest).catch(() => {
      throw unreadableAnswer(answer);
    });
    if (!isList) throw notAList(status, requestId);
    return list;
  } finally {
    reading.end();
  }
}

function notAList(status: number, requestId: string | null): ServiceError {
  const message = `The service answered (HTTP ${status}) without the list it was asked for.`;
  return new ServiceError({ kind: 'unreadable', message, status, requestId });
}
