import { mixBits } from './mixBits.ts';

/** A 32-bit number of a workspace's own, so that two workspaces hold different ids. */
export function saltOf(slug: string): number {
  let sum = 0;
  for (const character of slug) sum = mixBits(sum + (character.codePointAt(0) ?? 0));
  return sum;
}
