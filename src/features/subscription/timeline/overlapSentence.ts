import { isolated } from '../labels/isolated.ts';
import { calendarDuration } from '../rules/calendarDuration.ts';
import type { Overlap } from '../rules/overlapSteps.ts';

/** An overlap in words: how the two records lie to each other and for how long. */
export function overlapSentence(overlap: Overlap): string {
  const [first, second] = [levelText(overlap.first), levelText(overlap.second)];
  const time =
    overlap.to === null ? 'until further notice' : `for ${calendarDuration(overlap.from, overlap.to)}`;
  if (overlap.kind === 'same') return `${first} and ${second} cover the same time, ${time}`;
  if (overlap.kind === 'contained') return `${second} lies within ${first} ${time}`;
  return `${first} and ${second} overlap ${time}`;
}

function levelText({ record }: Overlap['first']): string {
  return record.level === null || record.level.trim() === ''
    ? 'a record without a level'
    : isolated(record.level);
}
