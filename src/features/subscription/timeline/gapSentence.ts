import { calendarDuration } from '../rules/calendarDuration.ts';
import type { Gap } from '../rules/findGaps.ts';

/** A gap in words; where an earlier record without an end may have gone on, it says that too. */
export function gapSentence(gap: Gap): string {
  const sentence = `No subscription for ${calendarDuration(gap.from, gap.to)}`;
  return gap.doubtful ? `${sentence}, unless an earlier record without an end went on` : sentence;
}
