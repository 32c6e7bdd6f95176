/** Returns the class that sets the text color to the hue, 0 to 7, that belongs to a text on every screen. */
export function hueClass(hue: number): string {
  return hueClasses[hue % hueCount] ?? '';
}

/** Returns the hue, 0 to 7, of a text. It is the same in every browser. */
export function hueOf(text: string): number {
  let hash = 5;
  for (const character of text) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % hueCount;
}

// Complete names, because Tailwind finds classes by searching the source.
const hueClasses = [
  'text-hue-1',
  'text-hue-2',
  'text-hue-3',
  'text-hue-4',
  'text-hue-5',
  'text-hue-6',
  'text-hue-7',
  'text-hue-8',
];

export const hueCount = 8;
