import type { JsonSlice } from './sureJsonSlice.ts';

/** How far on the end of a record is looked for, in characters. */
const nearby = 4096;

/**
 * A slice of a JSON array that ends at a comma between two records, which is likely one between two items. Were it not,
 * what lies before it would be no JSON.
 * @param far where to look from; `last`: where the text that may be looked at ends
 * @returns null where there is none nearby, or it lies inside an item
 */
export function likelyJsonSlice(text: string, from: number, far: number, last: number): JsonSlice | null {
  const likely = /\}\s*,(?=\s*\{)/.exec(text.slice(far, Math.min(far + nearby, last)));
  if (likely === null) return null;
  const cut = far + likely.index + likely[0].length - 1;
  try {
    return { cut, items: JSON.parse(`[${text.slice(from, cut)}]`) };
  } catch {
    return null;
  }
}
