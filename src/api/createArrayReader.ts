import { createBreather } from './createBreather.ts';
import { createPlaceAhead } from './createPlaceAhead.ts';
import { likelyJsonSlice } from './likelyJsonSlice.ts';
import { sureJsonSlice } from './sureJsonSlice.ts';

/**
 * Reads a long JSON array in slices, from its first bytes on: a list of 100 000 items would hold up the page for half a
 * second on a slow machine, and the policy of the page allows no worker. Ends as `JSON.parse` of the whole would.
 * @param onItem told every item in order. Where the end shows that the text is no array, what it was told is void
 */
export function createArrayReader(onItem: (item: unknown) => void) {
  const breathe = createBreather();
  const place = createPlaceAhead();
  let isBegun = false;
  let isDoubtful = false;
  let given = 0;

  async function give(items: unknown[]) {
    given += items.length;
    place.move();
    for (const [at, item] of items.entries()) {
      onItem(item);
      if (at % itemsPerLook === itemsPerLook - 1) await breathe();
    }
    await breathe();
  }

  /**
   * Reads what it can of a text of which more is to come. Of several lists one is read ahead, and the others wait with
   * their bytes still on the wire: the first is then on screen long before the last.
   * @returns what is left of the text, to be given again with what comes after it
   */
  async function take(text: string): Promise<string> {
    if (isDoubtful) return text;
    await place.take();
    const start = isBegun ? 0 : lengthOfOpening(text);
    isBegun = start !== undefined;
    isDoubtful = !isBegun;
    let from = start ?? 0;
    while (!isDoubtful && text.length - from > enoughToCut) {
      const slice = likelyJsonSlice(text, from, from + sliceLength, text.length);
      // Not where it seemed to be: the text has to be gone through, once it has come.
      if (slice === null) isDoubtful = true;
      else {
        await give(slice.items);
        from = slice.cut + 1;
      }
    }
    if (isDoubtful) place.leave();
    return from > 0 ? text.slice(from) : text;
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
      const far = from + sliceLength;
      const { cut, items } = likelyJsonSlice(text, from, far, last) ?? sureJsonSlice(text, from, far, last);
      if (items.length === 0 && (given > 0 || cut < last)) throw new SyntaxError('An item is missing');
      await give(items);
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
    end: place.leave,
  };
}

function lengthOfOpening(text: string): number | undefined {
  return /^[ \t\n\r]*\[/.exec(text)?.[0].length;
}

export type ArrayReader = ReturnType<typeof createArrayReader>;

let lastTurn: Promise<unknown> = Promise.resolve();

/** In characters. */
const sliceLength = 128 * 1024;
/** Behind a slice as much again has come as is looked through for its end. */
const enoughToCut = sliceLength + 8192;
/** How many items are given between two looks at the clock. */
const itemsPerLook = 500;
const tailLength = 64;
