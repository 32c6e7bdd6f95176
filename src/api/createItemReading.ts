import type { ArrayReader } from './createArrayReader.ts';

/** So long a text holds up the page when it is read in one go. In characters. */
const longText = 128 * 1024;
/** How long a list waits for what reads it ahead, once. */
const patienceMs = 300;

/**
 * Reads the items of one JSON array. What reads a long one while it comes is fetched with the first of them; without it,
 * and where the text is short, it is read in one go.
 * @param onItem told every item in order; void where `rest` fails or is false
 */
export function createItemReading(onItem: (item: unknown) => void) {
  let reader: ArrayReader | null = null;
  let coming: Promise<unknown> | null = null;
  let patience: Promise<unknown> | null = null;

  async function fetchReader() {
    const { createArrayReader } = await import('./createArrayReader.ts');
    reader = createArrayReader(onItem);
  }

  return {
    /** Takes what it can off the front of the text so far. */
    async ahead(text: string): Promise<string> {
      if (text.length < longText) return text;
      coming ??= fetchReader().catch(() => undefined);
      patience ??= new Promise((resolve) => setTimeout(resolve, patienceMs));
      // A list that comes before the code does is read in one go; but it need not wait long.
      if (reader === null) await Promise.race([coming, patience]);
      return reader?.take(text) ?? text;
    },
    /**
     * Reads what `ahead` left, once all of it has come.
     * @returns false where the text is JSON but no array
     * @throws SyntaxError where it is not JSON
     */
    async rest(text: string): Promise<boolean> {
      await coming;
      if (reader !== null) return reader.finish(text);
      const items: unknown = JSON.parse(text);
      if (Array.isArray(items)) items.forEach(onItem);
      return Array.isArray(items);
    },
    end: () => reader?.end(),
  };
}
