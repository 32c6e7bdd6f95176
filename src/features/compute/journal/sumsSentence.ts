import { groupedDigits } from '../../../ui/groupedDigits.ts';
import type { DeletionSums } from './deletionSums.ts';

/** The sums of a bulk deletion as one line; what is zero is left out. */
export function sumsSentence(sums: DeletionSums): string {
  const parts: [number, string][] = [
    [sums.deleted, 'deleted'],
    [sums.accepted, 'accepted'],
    [sums.gone, 'not there'],
    [sums.refused, 'refused'],
    [sums.unknown, 'unknown'],
    [sums.mismatch, 'to be checked'],
    [sums.notSent, 'not sent'],
    [sums.sending, 'on their way'],
    [sums.waiting, 'waiting'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${groupedDigits(count)} ${word}`)
    .join(' · ');
}
