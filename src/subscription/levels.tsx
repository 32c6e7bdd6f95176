import { formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { dayMs, type EpochMs, formatDay } from '../format/time.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { hueOf, type SegmentColor } from '../ui/SegmentedBar.tsx';
import type { LevelRun, SubscriptionHistory, TimeSpan } from './history.ts';

export function LevelName({ level }: { level: string }) {
  return level === '' ? <span key="none">No level</span> : <SafeName name={level} whole />;
}

/** What is known of a time: a level, that there is none, or nothing. */
export function LevelOfRun({ run, isCertain }: { run: LevelRun | undefined; isCertain: boolean }) {
  if (run !== undefined && run.level !== null) return <LevelName level={run.level} />;
  const word = run === undefined && isCertain ? 'No subscription' : 'Unknown';
  return <span key={word}>{word}</span>;
}

export function formatLevelName(level: string): string {
  return level === '' ? 'No level' : toBidiIsolatedText(level);
}

export function getLevelColor(level: string, { levels }: SubscriptionHistory): SegmentColor {
  return hueOf(Math.max(0, levels.indexOf(level)));
}

export function msToDays(ms: number): number {
  return Math.round((10 * ms) / dayMs) / 10;
}

/** "38.5 of 91 days", or "38.5 days" of all time. */
export function formatDays(ms: number, selected: TimeSpan | null = null): string {
  const days = msToDays(ms);
  if (selected !== null) return `${days} of ${formatDays(selected.to - selected.from)}`;
  if (days === 0 && ms > 0) return 'less than 0.1 days';
  const [whole = '0', decimal] = String(days).split('.');
  return `${formatNumber(Number(whole))}${decimal === undefined ? '' : `.${decimal}`} ${days === 1 ? 'day' : 'days'}`;
}

/** "1 Apr to 30 Jun 2026". Both days are inside. */
export function formatDayRange(first: EpochMs, last: EpochMs): string {
  const [start, end] = [formatDay(first), formatDay(last)];
  if (start === end) return start;
  return `${start.slice(-4) === end.slice(-4) ? start.slice(0, -5) : start} to ${end}`;
}
