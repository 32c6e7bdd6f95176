/** The hue, 1 to 8, that a text always has: the same on every screen and in every browser. */
export function hueOf(text: string): number {
  let hash = 5;
  for (const character of text) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 8) + 1;
}
