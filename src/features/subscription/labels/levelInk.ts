/** The class that makes a hue the current colour; hues count from 0. */
export function levelInk(hue: number): string {
  return inks[hue % inks.length] ?? '';
}

const inks = [
  'text-hue-1',
  'text-hue-2',
  'text-hue-3',
  'text-hue-4',
  'text-hue-5',
  'text-hue-6',
  'text-hue-7',
  'text-hue-8',
];
