import { createBreather } from './createBreather.ts';

/**
 * A JSON array as `JSON.parse` reads it, in slices: a list of 100 000 items would hold up the page for half a second
 * on a slow machine, and the policy of the page allows no worker. Short texts are read at once.
 * @returns the items in order, or null where the text is JSON but no array
 * @throws SyntaxError where `JSON.parse` would throw
 */
export async function parseJsonArray(text: string): Promise<unknown[] | null> {
  const start = /^[ \t\n\r]*\[/.exec(text)?.[0].length;
  if (text.length < sliceLength || start === undefined) return arrayOrNull(JSON.parse(text));
  const end = /\](?=[ \t\n\r]*$)/.exec(text.slice(-tailLength))?.index;
  if (end === undefined) return arrayOrNull(JSON.parse(text));
  const last = text.length - Math.min(text.length, tailLength) + end;
  const breathe = createBreather();
  const items: unknown[] = [];
  // Where every slice between two commas is a list with something in it, the whole is the list of all of them.
  for (let from = start; from <= last; ) {
    const { cut, slice } = takeSlice(text, from, last);
    if (slice.length === 0 && (from > start || cut < last)) throw new SyntaxError('An item is missing');
    for (const item of slice) items.push(item);
    from = cut + 1;
    await breathe();
  }
  return items;
}

const sliceLength = 128 * 1024;
const tailLength = 64;
/** How far behind a slice the end of a record is looked for. */
const nearby = 4096;

type Slice = { cut: number; slice: unknown[] };

/** A comma between two records is likely one between two items. Were it not, what lies before it would be no JSON. */
function takeSlice(text: string, from: number, last: number): Slice {
  const far = from + sliceLength;
  const likely = /\}\s*,(?=\s*\{)/.exec(text.slice(far, Math.min(far + nearby, last)));
  try {
    if (likely !== null) return readSlice(text, from, far + likely.index + likely[0].length - 1);
  } catch {
    // It lies inside an item: the text has to be gone through.
  }
  return readSlice(text, from, nextCut(text, from, last));
}

function readSlice(text: string, from: number, cut: number): Slice {
  return { cut, slice: JSON.parse(`[${text.slice(from, cut)}]`) };
}

/** The first comma between two items that lies at least a slice's length on, or the end. */
function nextCut(text: string, from: number, last: number): number {
  let depth = 0;
  for (let at = from; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBracket || code === openBrace) depth += 1;
    else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (code === comma && depth === 0 && at - from > sliceLength) return at;
  }
  return last;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}

function arrayOrNull(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
