/** One of the six hues, or a tone. `data-color` sets it as `--fill` (styles.css): `bg-(--fill)`. */
export type SegmentColor = 0 | 1 | 2 | 3 | 4 | 5 | 'accent' | 'ok' | 'danger' | 'notice' | 'muted';

type Hue = 0 | 1 | 2 | 3 | 4 | 5;

const hues: readonly Hue[] = [0, 1, 2, 3, 4, 5];

export function hueOf(index: number): Hue {
  return hues[index % hues.length] ?? 0;
}

/** A text has the same hue wherever the same list is given. */
export function assignHues(texts: Iterable<string>, firstHue = 0): ReadonlyMap<string, Hue> {
  return new Map(Array.from(new Set(texts), (text, index) => [text, hueOf(firstHue + index)]));
}

export function hueOfText(text: string): Hue {
  let hash = 3;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hueOf(hash);
}
