import { safeText } from '../../ui/confusables.ts';
import { formatInstant, type Zone } from '../../ui/time.ts';
import { counted, groupedDigits } from '../../ui/words.ts';
import {
  dayMs,
  endOf,
  type HistoryEntry,
  type HistoryModel,
  type HistoryState,
  type Overlap,
  type Span,
  startOf,
  toleranceMs,
} from './history.ts';
import type { HistoryProblem } from './historyRecord.ts';
import { levelName } from './levels.tsx';

export const stateWords: Record<HistoryState, string> = {
  current: 'Current',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unknown: 'Excluded',
};

/** Describes what an entry changed, such as "FREE → PRO". */
export function changeSentence(entry: HistoryEntry): string {
  const { record, previous } = entry;
  if (!entry.isCounted) return '';
  const level = levelText(record.level);
  if (previous === null) return `First record: ${level}`;
  const previousLevel = levelText(previous.record.level);
  if (previousLevel !== level) return `${previousLevel} → ${level}`;
  return endOf(previous) < startOf(entry) ? `${level} again` : `${level} continues`;
}

function levelText(level: string | null): string {
  return safeText(levelName(level));
}

export function openEndText({ ending }: HistoryEntry): string | null {
  if (ending === 'superseded') return 'no end date (replaced by the next record)';
  return ending === 'open' ? 'no end date' : null;
}

/** Describes the longest overlap of `entry` with an earlier entry. */
export function overlapSentence(entry: HistoryEntry, { first, from, to, kind }: Overlap): string {
  const levels = [levelText(first.record.level), levelText(entry.record.level)];
  const time = to === Number.POSITIVE_INFINITY ? 'with no end date' : `for ${calendarDuration(from, to)}`;
  if (kind === 'same') return `${levels.join(' and ')} cover the same time, ${time}`;
  if (kind === 'contained') return `${levels[1]} lies within ${levels[0]} ${time}`;
  return `${levels.join(' and ')} overlap ${time}`;
}

export function sharedTimeSentence({ sharedWith }: HistoryEntry): string {
  return sharedWith === 0 ? '' : `Shares time with ${counted(sharedWith, 'other record')}.`;
}

export function gapSentence({ from, to }: Span): string {
  return `No subscription for ${calendarDuration(from, to)}`;
}

export const problemSentences: Record<HistoryProblem, string> = {
  'start-missing': 'No start date. Excluded from totals.',
  'start-invalid': 'Invalid start date. Excluded from totals.',
  'start-placeholder': 'Placeholder start date. Excluded from totals.',
  'end-invalid': 'Invalid end date. Excluded from totals.',
  'end-placeholder': 'Placeholder end date.',
  'end-before-start': 'Ends before it starts. Excluded from totals.',
  'foreign-workspace': 'Names a different workspace. Excluded from totals.',
  'level-missing': 'No level.',
};

export function noCurrentLevelSentence(
  unreadableEndEntry: HistoryEntry | null,
  supersededEntry: HistoryEntry | null,
): string {
  if (unreadableEndEntry !== null)
    return `The end date of ${levelText(unreadableEndEntry.record.level)} can’t be read, so it may still be active.`;
  if (supersededEntry !== null)
    return `${levelText(supersededEntry.record.level)} has no end date, so it may apply again. Otherwise no subscription is active now.`;
  return 'No subscription is active now.';
}

export function foreignSentence(workspaceSlug: string, recordsName: string): string {
  return `You opened ${safeText(workspaceSlug)}, but the records name ${safeText(recordsName)}. Either both names mean the same workspace, or the records belong to a different workspace.`;
}

/** Formats the number of gaps and overlaps: "1 gap, no overlaps". */
export function gapAndOverlapCounts({ gapCount, overlapCount }: HistoryModel): string {
  return `${countedOrNone(gapCount, 'gap')}, ${countedOrNone(overlapCount, 'overlap')}`;
}

function countedOrNone(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : counted(count, noun);
}

type Coverage = {
  shown: readonly HistoryEntry[];
  all: number;
  window: Span | null;
  /** Number of records that a date filter excludes because they have no readable date. */
  undated: number;
};

export function coverageSentence({ shown, all, window, undated }: Coverage, zone: Zone): string {
  const subset = shown.length === all ? 'All' : `${groupedDigits(shown.length)} of`;
  const records = all === 1 && shown.length === 1 ? '1 record' : `${subset} ${counted(all, 'record')}`;
  const time =
    window === null
      ? 'no time counted'
      : `${formatInstant(window.from, zone)} to ${formatInstant(window.to, zone)}`;
  const excluded = shown.filter((entry) => !entry.isCounted).length;
  const hasOverlaps = shown.some(({ sharedWith }) => sharedWith > 0);
  return [
    `${records}, ${time}.`,
    hasOverlaps && 'Overlapping time is counted once per level.',
    excluded > 0 && `${groupedDigits(excluded)} excluded from totals.`,
    undated > 0 && `${counted(undated, 'record')} without a valid date excluded.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Formats the time between two moments (ms UTC) in calendar units: "1 year 3 months", "12 days". One month after 31 January
 * is the last day of February. Remaining hours are dropped.
 */
export function calendarDuration(from: number, to: number): string {
  if (to <= from) return '0 days';
  const start = new Date(from);
  const end = new Date(to);
  let months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  if (addMonths(start, months) > to) months -= 1;
  const days = Math.floor((to - addMonths(start, months)) / dayMs);
  const parts = [
    { count: Math.floor(months / 12), unit: 'year' },
    { count: months % 12, unit: 'month' },
    { count: days, unit: 'day' },
  ].filter(({ count }) => count > 0);
  return parts.map(({ count, unit }) => counted(count, unit)).join(' ') || 'less than a day';
}

function addMonths(start: Date, months: number): number {
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(moved);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return moved.setUTCDate(Math.min(start.getUTCDate(), lastDay.getUTCDate()));
}

export function durationText({ from, to, ending }: HistoryEntry, now: number): string {
  if (from === null || ending === 'unknown') return '';
  if (to === null) return from < now ? `${calendarDuration(from, now)} so far` : '';
  if (to < from) return '';
  // An end at 23:59:59 counts as the end of the day.
  return calendarDuration(from, to === from ? to : to + toleranceMs);
}

/** Formats a total in days. It can't be in months, because months differ in length and a total has no start date. */
export function daysText(ms: number): string {
  const days = Math.floor((ms + toleranceMs) / dayMs);
  if (days === 0) return ms > 0 ? 'less than a day' : '0 days';
  return counted(days, 'day');
}
