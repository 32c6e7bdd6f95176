/** Returns the class that sets the text color to a hue. Hue 8 is the same as hue 0. */
export function getHueClass(hue: number): string {
  return hueClasses[hue % hueCount] ?? '';
}

/** Returns a hue (0 to 7) for a text. The same text has the same hue in every browser. */
export function chooseHue(text: string): number {
  let hash = 5;
  for (const character of text) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % hueCount;
}

// Write complete class names, because Tailwind searches the source for them.
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
