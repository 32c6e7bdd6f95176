import { createBreather } from './createBreather.ts';

/**
 * Reads a long JSON array in slices, from its first bytes on: a list of 100 000 items would hold up the page for half a
 * second on a slow machine, and the policy of the page allows no worker. Ends as `JSON.parse` of the whole would.
 * @param onItem told every item in order. Where the end shows that the text is no array, what it was told is void
 */
export function createArrayReader(onItem: (item: unknown) => void) {
  const breathe = createBreather();
  const me = { movedAt: 0 };
  let waitedMs = 0;
  let isBegun = false;
  let isDoubtful = false;
  let given = 0;

  async function give(items: unknown[]) {
    given += items.length;
    me.movedAt = performance.now();
    for (const [at, item] of items.entries()) {
      onItem(item);
      if (at % itemsPerLook === itemsPerLook - 1) await breathe();
    }
    await breathe();
  }

  function doubt() {
    isDoubtful = true;
    end();
  }

  function end() {
    if (ahead === me) ahead = null;
  }

  /** Waits as long as another list is ahead, unless that one stands still; but never for long. */
  async function waitForTurn() {
    while (
      ahead !== me &&
      ahead !== null &&
      performance.now() - ahead.movedAt < patienceMs &&
      waitedMs < longestWaitMs
    ) {
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      waitedMs += lookMs;
    }
    me.movedAt = performance.now();
    ahead = me;
  }

  /**
   * Reads what it can of a text of which more is to come. Of several lists one is read ahead, and the others wait with
   * their bytes still on the wire: the first is then on screen long before the last.
   * @returns what is left of the text, to be given again with what comes after it
   */
  async function take(text: string): Promise<string> {
    if (isDoubtful) return text;
    await waitForTurn();
    const start = isBegun ? 0 : lengthOfOpening(text);
    if (start === undefined) {
      doubt();
      return text;
    }
    isBegun = true;
    let from = start;
    while (!isDoubtful && text.length - from > sliceLength + nearby) {
      const cut = likelyCut(text, from, text.length);
      const slice = cut === null ? null : readOrNull(text, from, cut);
      // Not where it seemed to be: the text has to be gone through, once it has come.
      if (cut === null || slice === null) doubt();
      else {
        await give(slice);
        from = cut + 1;
      }
    }
    return from === 0 ? text : text.slice(from);
  }

  /**
   * Reads the rest, once all of it has come.
   * @returns false where the text is JSON but no array
   * @throws SyntaxError where `JSON.parse` would throw
   */
  async function finish(text: string): Promise<boolean> {
    const start = isBegun ? 0 : lengthOfOpening(text);
    const end = /\](?=[ \t\n\r]*$)/.exec(text.slice(-tailLength))?.index;
    if (start === undefined || end === undefined || (!isBegun && text.length < sliceLength)) {
      const value: unknown = JSON.parse(isBegun ? `[${text}` : text);
      if (Array.isArray(value)) await give(value);
      return Array.isArray(value);
    }
    const last = text.length - Math.min(text.length, tailLength) + end;
    // Where every slice between two commas is a list with something in it, the whole is the list of all of them.
    for (let from = start; from <= last; ) {
      const { cut, slice } = takeSlice(text, from, last);
      if (slice.length === 0 && (given > 0 || cut < last)) throw new SyntaxError('An item is missing');
      await give(slice);
      from = cut + 1;
    }
    return true;
  }

  return {
    take,
    /** In turn with other lists that have come. */
    finish(text: string): Promise<boolean> {
      const turn = lastTurn.then(() => finish(text));
      lastTurn = turn.catch(() => undefined);
      return turn;
    },
    /** Lets another list be read ahead; to be called whatever became of this one. */
    end,
  };
}

export type ArrayReader = ReturnType<typeof createArrayReader>;

let lastTurn: Promise<unknown> = Promise.resolve();
/** The list that is read ahead. */
let ahead: { movedAt: number } | null = null;

const sliceLength = 128 * 1024;
/** So long a list that is read ahead may stand still, in ms, before another takes its place. */
const patienceMs = 250;
/** The most that a list waits for others, in ms in all: its own time runs. */
const longestWaitMs = 3000;
const lookMs = 10;
/** How many items are given between two looks at the clock. */
const itemsPerLook = 500;
const tailLength = 64;
/** How far behind a slice the end of a record is looked for. */
const nearby = 4096;

type Slice = { cut: number; slice: unknown[] };

function takeSlice(text: string, from: number, last: number): Slice {
  const cut = likelyCut(text, from, last);
  const slice = cut === null ? null : readOrNull(text, from, cut);
  if (cut !== null && slice !== null) return { cut, slice };
  const sure = nextCut(text, from, last);
  return { cut: sure, slice: readSlice(text, from, sure) };
}

/** A comma between two records is likely one between two items. Were it not, what lies before it would be no JSON. */
function likelyCut(text: string, from: number, last: number): number | null {
  const far = from + sliceLength;
  const likely = /\}\s*,(?=\s*\{)/.exec(text.slice(far, Math.min(far + nearby, last)));
  return likely && far + likely.index + likely[0].length - 1;
}

function readOrNull(text: string, from: number, cut: number): unknown[] | null {
  try {
    return readSlice(text, from, cut);
  } catch {
    return null;
  }
}

function readSlice(text: string, from: number, cut: number): unknown[] {
  return JSON.parse(`[${text.slice(from, cut)}]`);
}

function lengthOfOpening(text: string): number | undefined {
  return /^[ \t\n\r]*\[/.exec(text)?.[0].length;
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

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
