import type { Connection } from './Connection.ts';
import { createBreather } from './createBreather.ts';
import { errorOfAnswer } from './errorOfAnswer.ts';
import { request, type ServiceAnswer } from './request.ts';
import { ServiceError } from './ServiceError.ts';
import { unreadableAnswer } from './unreadableAnswer.ts';
import { wholeJsonText } from './wholeJsonText.ts';

/** A list as the service sent it: what could be read, in its order, and what could not, raw. */
export type ServiceList<Item> = { items: Item[]; unreadable: unknown[] };

const timeoutMs = 15_000;
const maxBytes = 64 * 1024 * 1024;
/** Longer texts hold up the page when they are read in one go. In characters. */
const longText = 128 * 1024;
/** Several of these keep the page busy for so long that the first of them is worth having early. In characters. */
const veryLongText = 4 * 1024 * 1024;
/** How many items are decoded between two looks at the clock. */
const itemsPerLook = 500;

/**
 * Reads a JSON array (sections 4.2, 4.3) of at most 64 MiB within 15 s. One bad item never loses the others.
 * A long list is read in slices, so that the page answers meanwhile.
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
    maxBytes,
    ...(signal && { signal }),
  });
  if (answer.status < 200 || answer.status > 299) throw errorOfAnswer(answer);
  if (answer.status === 202 || answer.status === 204) throw notAList(answer.status, answer.requestId);
  const text = wholeJsonText(answer);
  if (text.length < veryLongText) return readItems(text, answer, decode);
  // Read one after the other, the first is on screen long before the last.
  const turn = lastTurn.then(() => readItems(text, answer, decode));
  lastTurn = turn.catch(() => undefined);
  return turn;
}

let lastTurn: Promise<unknown> = Promise.resolve();

async function readItems<Item>(
  text: string,
  answer: ServiceAnswer,
  decode: (raw: unknown) => Item | null,
): Promise<ServiceList<Item>> {
  const body = await parseItems(text, answer);
  if (body === null) throw notAList(answer.status, answer.requestId);
  const breathe = createBreather();
  const list: ServiceList<Item> = { items: [], unreadable: [] };
  for (const [at, raw] of body.entries()) {
    const item = decode(raw);
    if (item === null) list.unreadable.push(raw);
    else list.items.push(item);
    if (at % itemsPerLook === itemsPerLook - 1) await breathe();
  }
  return list;
}

async function parseItems(text: string, answer: ServiceAnswer): Promise<unknown[] | null> {
  try {
    return text.length < longText ? arrayOrNull(JSON.parse(text)) : await parseLong(text);
  } catch {
    throw unreadableAnswer(answer);
  }
}

/** What reads a long text in slices comes with the first one; without it, it is read in one go. */
async function parseLong(text: string): Promise<unknown[] | null> {
  const code = await import('./parseJsonArray.ts').catch(() => null);
  return code === null ? arrayOrNull(JSON.parse(text)) : code.parseJsonArray(text);
}

function arrayOrNull(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function notAList(status: number, requestId: string | null): ServiceError {
  const message = `The service answered (HTTP ${status}) without the list it was asked for.`;
  return new ServiceError({ kind: 'unreadable', message, status, requestId });
}
