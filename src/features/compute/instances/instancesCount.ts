import { groupedDigits } from '../../../ui/groupedDigits.ts';

/** "1 instance", "2 instances", "12,000 instances". */
export function instancesCount(count: number): string {
  return count === 1 ? '1 instance' : `${groupedDigits(count)} instances`;
}
