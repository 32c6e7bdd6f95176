import { groupedDigits } from '../../../ui/groupedDigits.ts';

/** A number with its noun: `1 gap`, `1,204 gaps`. */
export function countedNoun(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`;
  return `${groupedDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}
