import { formatInstant, type Zone } from '../../ui/time.ts';
import { counted, groupedDigits, isolated } from '../../ui/words.ts';
import { calendarDuration } from './durations.ts';
import type { HistoryEntry, HistoryModel, Overlap, Span } from './history.ts';
import type { HistoryProblem } from './historyRecord.ts';
import { levelName } from './levels.tsx';
import type { HistoryState } from './states.ts';

export const stateWords: Record<HistoryState, string> = {
  current: 'Current',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unknown: 'Excluded',
};

/** Describes what an entry changed, such as "FREE → PRO". Empty for an entry that isn't counted. */
export function changeSentence({ record, previous, counted: isCounted }: HistoryEntry): string {
  if (!isCounted) return '';
  const level = levelText(record.level);
  if (previous === null) return `First record: ${level}`;
  const previousLevel = levelText(previous.level);
  if (previousLevel !== level) return `${previousLevel} → ${level}`;
  return previous.gapMs > 0 ? `${level} again` : `${level} continues`;
}

/** Returns a level for use inside a sentence. */
function levelText(level: string | null): string {
  return isolated(levelName(level));
}

/** Describes an open end; null for an entry with an end date. */
export function openEndText({ ending }: HistoryEntry): string | null {
  if (ending === 'superseded') return 'open-ended (replaced by the next record)';
  return ending === 'open' ? 'open-ended' : null;
}

/** Describes the longest overlap of `entry` with an earlier one. */
export function overlapSentence(entry: HistoryEntry, { first, from, to, kind }: Overlap): string {
  const levels = [levelText(first.record.level), levelText(entry.record.level)];
  const time = to === Number.POSITIVE_INFINITY ? 'with no end date' : `for ${calendarDuration(from, to)}`;
  if (kind === 'same') return `${levels.join(' and ')} cover the same time, ${time}`;
  if (kind === 'contained') return `${levels[1]} lies within ${levels[0]} ${time}`;
  return `${levels.join(' and ')} overlap ${time}`;
}

export function sharedSentence({ sharedWith }: HistoryEntry): string {
  return sharedWith === 0 ? '' : `Shares time with ${counted(sharedWith, 'other record')}.`;
}

export function gapSentence({ from, to }: Span): string {
  return `No subscription for ${calendarDuration(from, to)}`;
}

/** The problems of a record and their effect on the totals. */
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

/** Explains why no level is current. */
export function noCurrentSentence(
  unreadable: HistoryEntry | null,
  mayApplyAgain: HistoryEntry | null,
): string {
  if (unreadable !== null)
    return `The end date of ${levelText(unreadable.record.level)} can’t be read, so it may still be active.`;
  if (mayApplyAgain !== null)
    return `${levelText(mayApplyAgain.record.level)} has no end date, so it may apply again. Otherwise no subscription is active now.`;
  return 'No subscription is active now.';
}

/** Explains that no record names the requested workspace. */
export function foreignSentence(workspaceSlug: string, recordsName: string): string {
  return `You opened ${isolated(workspaceSlug)}, but the records name ${isolated(recordsName)}. This may be another ID of the same workspace, or another workspace’s history.`;
}

/** Counts gaps and overlaps: "1 gap, no overlaps". */
export function gapsSentence({ gaps, overlaps }: HistoryModel): string {
  return `${countedOrNone(gaps, 'gap')}, ${countedOrNone(overlaps, 'overlap')}`;
}

function countedOrNone(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : counted(count, noun);
}

/** The records and the time that the totals refer to. */
export type Coverage = {
  shown: readonly HistoryEntry[];
  /** Number of records without filters. */
  all: number;
  /** The time that is summed; null if there is none. */
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
  const excluded = shown.filter((entry) => !entry.counted).length;
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
