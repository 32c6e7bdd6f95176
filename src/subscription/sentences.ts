import { toSafeText } from '../ui/confusables.ts';
import { formatInstant, type Zone } from '../ui/time.ts';
import { formatCount, formatNumber } from '../ui/words.ts';
import {
  dayMs,
  endOf,
  endToleranceMs,
  type HistoryEntry,
  type HistoryModel,
  type HistoryState,
  type Overlap,
  type Span,
  startOf,
} from './history.ts';
import type { HistoryProblem } from './historyRecord.ts';
import { getLevelName } from './levels.tsx';

export const stateLabels: Record<HistoryState, string> = {
  current: 'Current',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unknown: 'Excluded',
};

/** Describes how an entry changed the level, such as "FREE → PRO". */
export function changeSentence(entry: HistoryEntry): string {
  const { record, previous } = entry;
  if (!entry.isIncluded) return '';
  const level = formatLevel(record.level);
  if (previous === null) return `First record: ${level}`;
  const previousLevel = formatLevel(previous.record.level);
  if (previousLevel !== level) return `${previousLevel} → ${level}`;
  return endOf(previous) < startOf(entry) ? `${level} again` : `${level} continues`;
}

function formatLevel(level: string | null): string {
  return toSafeText(getLevelName(level));
}

export function openEndText({ endKind }: HistoryEntry): string | null {
  if (endKind === 'superseded') return 'no end date (replaced by the next record)';
  return endKind === 'open' ? 'no end date' : null;
}

/** Describes the longest overlap of `entry` with an earlier entry. */
export function describeOverlap(entry: HistoryEntry, { earlier, from, to, kind }: Overlap): string {
  const levels = [formatLevel(earlier.record.level), formatLevel(entry.record.level)];
  const time =
    to === Number.POSITIVE_INFINITY ? 'with no end date' : `for ${formatCalendarDuration(from, to)}`;
  if (kind === 'same') return `${levels.join(' and ')} cover the same time, ${time}`;
  if (kind === 'contained') return `${levels[1]} lies within ${levels[0]} ${time}`;
  return `${levels.join(' and ')} overlap ${time}`;
}

export function describeOverlapCount({ overlapCount }: HistoryEntry): string {
  return overlapCount === 0 ? '' : `Overlaps ${formatCount(overlapCount, 'other record')}.`;
}

export function describeGap({ from, to }: Span): string {
  return `No subscription for ${formatCalendarDuration(from, to)}`;
}

export const problemSentences: Record<HistoryProblem, string> = {
  'start-missing': 'No start date. Excluded from totals.',
  'start-invalid': 'Invalid start date. Excluded from totals.',
  'start-placeholder': 'Placeholder start date. Excluded from totals.',
  'end-invalid': 'Invalid end date. Excluded from totals.',
  'end-placeholder': 'Placeholder end date.',
  'end-before-start': 'Ends before it starts. Excluded from totals.',
  'different-workspace': 'Names a different workspace. Excluded from totals.',
  'level-missing': 'No level.',
};

export function describeNoCurrentLevel(
  unreadableEndEntry: HistoryEntry | null,
  supersededEntry: HistoryEntry | null,
): string {
  if (unreadableEndEntry !== null)
    return `The end date of ${formatLevel(unreadableEndEntry.record.level)} can’t be read, so it may still be active.`;
  if (supersededEntry !== null)
    return `${formatLevel(supersededEntry.record.level)} has no end date, so it may apply again. Otherwise no subscription is active now.`;
  return 'No subscription is active now.';
}

export function describeDifferentWorkspace(workspaceSlug: string, differentWorkspace: string): string {
  return `You opened ${toSafeText(workspaceSlug)}, but the records name ${toSafeText(differentWorkspace)}. Either both names mean the same workspace, or the records belong to a different workspace.`;
}

export function formatGapAndOverlapCounts({ gapCount, overlapCount }: HistoryModel): string {
  return `${formatCountOrNone(gapCount, 'gap')}, ${formatCountOrNone(overlapCount, 'overlap')}`;
}

function formatCountOrNone(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : formatCount(count, noun);
}

type TotalsScope = {
  /** The entries that match the filters. */
  entries: readonly HistoryEntry[];
  allCount: number;
  /** The period that the totals cover, or null if they cover no time. */
  period: Span | null;
  /** Number of records that a date filter excludes because they have no readable date. */
  undatedCount: number;
};

export function describeTotalsScope(
  { entries, allCount, period, undatedCount }: TotalsScope,
  zone: Zone,
): string {
  const subset = entries.length === allCount ? 'All' : `${formatNumber(entries.length)} of`;
  const isOnlyRecord = allCount === 1 && entries.length === 1;
  const records = isOnlyRecord ? '1 record' : `${subset} ${formatCount(allCount, 'record')}`;
  const time =
    period === null
      ? 'no subscription time'
      : `${formatInstant(period.from, zone)} to ${formatInstant(period.to, zone)}`;
  const excludedCount = entries.filter((entry) => !entry.isIncluded).length;
  const hasOverlaps = entries.some(({ overlapCount }) => overlapCount > 0);
  return [
    `${records}, ${time}.`,
    hasOverlaps && 'Overlapping time is counted once per level.',
    excludedCount > 0 && `${formatCount(excludedCount, 'record')} excluded from totals.`,
    undatedCount > 0 && `Excludes ${formatCount(undatedCount, 'record')} without a valid date.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Formats the time between two moments (ms UTC) in whole calendar units, such as "1 year 3 months" or "12 days". One month
 * after 31 January is the last day of February.
 */
export function formatCalendarDuration(from: number, to: number): string {
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
  return parts.map(({ count, unit }) => formatCount(count, unit)).join(' ') || 'less than a day';
}

function addMonths(start: Date, months: number): number {
  const movedDate = new Date(start);
  movedDate.setUTCDate(1);
  movedDate.setUTCMonth(movedDate.getUTCMonth() + months);
  const lastDay = new Date(movedDate);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return movedDate.setUTCDate(Math.min(start.getUTCDate(), lastDay.getUTCDate()));
}

export function formatDuration({ from, to, endKind }: HistoryEntry, now: number): string {
  if (from === null || endKind === 'unknown') return '';
  if (to === null) return from < now ? `${formatCalendarDuration(from, now)} so far` : '';
  if (to < from) return '';
  // Treat 23:59:59 as the end of the day.
  return formatCalendarDuration(from, to === from ? to : to + endToleranceMs);
}

/** Formats a total time in days, because months differ in length and a total has no start date. */
export function formatDays(ms: number): string {
  const days = Math.floor((ms + endToleranceMs) / dayMs);
  if (days === 0) return ms > 0 ? 'less than a day' : '0 days';
  return formatCount(days, 'day');
}
