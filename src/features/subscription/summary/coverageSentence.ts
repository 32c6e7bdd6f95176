import { formatInstant } from '../../../ui/formatInstant.ts';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import type { Zone } from '../../../ui/Zone.ts';
import type { Span } from '../rules/mergedSpans.ts';

type Coverage = {
  shown: number;
  all: number;
  /** The time that is summed up, in ms UTC; null where there is none. */
  window: Span | null;
  /** Shown records that have no part in any sum, and those a span leaves out as they name no moment. */
  uncounted: number;
  undated: number;
};

/** Which records and which time totals are true of. */
export function coverageSentence({ shown, all, window, uncounted, undated }: Coverage, zone: Zone): string {
  const records =
    shown === all ? (all === 1 ? '1 record' : `All ${counted(all)}`) : `${number(shown)} of ${counted(all)}`;
  const time =
    window === null
      ? 'no time up to now'
      : `from ${formatInstant(window.from, zone)} to ${formatInstant(window.to, zone)}`;
  const parts = [`${records}, ${time}; time that records of one level share counts once.`];
  if (uncounted > 0) parts.push(`${number(uncounted)} of them not counted.`);
  if (undated > 0) parts.push(`${counted(undated)} without any readable date left out.`);
  return parts.join(' ');
}

function counted(count: number): string {
  return `${number(count)} ${count === 1 ? 'record' : 'records'}`;
}

function number(count: number): string {
  return groupedDigits(count);
}
