import { formatCount, formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { dayMs, type EpochMs, formatDay } from '../format/time.ts';
import { foldForSearch } from '../rules/text.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { hueOf, type SegmentColor } from '../ui/SegmentedBar.tsx';
import {
  findSpanAt,
  type HistoryEntry,
  type SubscriptionHistory,
  sumSpans,
  type TimeSpan,
} from './history.ts';

/** A text that ends with a level. On screen, the level has its own element, because it is never translated. */
export type LevelNote = { text: string; level: string | null };

export function LevelName({ level }: { level: string }) {
  return level === '' ? <span key="none">No level</span> : <SafeName name={level} whole />;
}

export function NoteText({ note: { text, level } }: { note: LevelNote }) {
  return (
    <span key={text}>
      <span>{text}</span>
      {level !== null && (
        <span>
          <span> </span>
          <LevelName level={level} />
        </span>
      )}
    </span>
  );
}

export function LevelAtMoment({ history, moment }: { history: SubscriptionHistory; moment: EpochMs }) {
  const { level, word } = describeLevelAt(history, moment);
  return level === null ? <span key={word}>{word}</span> : <LevelName level={level} />;
}

export function getLevelColor(level: string, { levels }: SubscriptionHistory): SegmentColor {
  return hueOf(Math.max(0, levels.indexOf(level)));
}

export function formatLevelName(level: string): string {
  return level === '' ? 'No level' : toBidiIsolatedText(level);
}

export function formatNote({ text, level }: LevelNote): string {
  return level === null ? text : `${text} ${level || 'No level'}`;
}

/** How an entry changed the level. null if the list doesn't say. */
export function describeChange(entry: HistoryEntry, history: SubscriptionHistory): LevelNote | null {
  const { previous, gap, level } = entry;
  if (previous === null) {
    const isFirst = history.isCertain && history.periods[0]?.entry.record === entry.record;
    return isFirst ? { text: 'first record', level: null } : null;
  }
  if (previous.level !== level) return { text: 'from', level: previous.level };
  return { text: gap === null ? 'renewed' : 'again', level: null };
}

export function listEntryNotes(
  { problems, overlap, record }: HistoryEntry,
  { workspace }: SubscriptionHistory,
): LevelNote[] {
  const notes = problems.map((text): LevelNote => ({ text, level: null }));
  if (overlap !== null) {
    const text =
      overlap.ms === Number.POSITIVE_INFINITY ? 'overlaps' : `${formatDays(overlap.ms)} overlap with`;
    notes.push({ text, level: overlap.other.level });
  }
  if (record.workspace !== null && foldForSearch(record.workspace) !== foldForSearch(workspace))
    notes.push({ text: 'names the workspace', level: record.workspace });
  return notes;
}

export function formatDays(ms: number): string {
  const days = msToDays(ms);
  if (days === 0 && ms > 0) return 'less than 0.1 days';
  const [whole = '0', decimal] = String(days).split('.');
  return `${formatNumber(Number(whole))}${decimal === undefined ? '' : `.${decimal}`} ${days === 1 ? 'day' : 'days'}`;
}

export function msToDays(ms: number): number {
  return Math.round((10 * ms) / dayMs) / 10;
}

/** Until now for an entry without an end that has begun. null if it isn't known. */
export function getEntryDurationMs({ from, to, isEndUnclear }: HistoryEntry, now: EpochMs): number | null {
  if (from === null || isEndUnclear) return null;
  if (to !== Number.POSITIVE_INFINITY) return to - from;
  return from < now ? now - from : null;
}

export type LevelAnswer = {
  /** null if no level is known to be in force. */
  level: string | null;
  word: 'No subscription' | 'Unknown';
  details: LevelNote;
};

export function describeLevelAt(history: SubscriptionHistory, moment: EpochMs): LevelAnswer {
  const entry = findSpanAt(history.periods, moment)?.entry;
  if (entry === undefined || entry.from === null) {
    const details = { text: describeAbsence(history, moment), level: null };
    return { level: null, word: history.isCertain ? 'No subscription' : 'Unknown', details };
  }
  const { from, to, level, isEndUnclear } = entry;
  if (isEndUnclear) {
    const text = `a record since ${formatDay(from)} has an end that can't be understood:`;
    return { level: null, word: 'Unknown', details: { text, level } };
  }
  const text = to === Number.POSITIVE_INFINITY ? `${formatDay(from)}, no end date` : formatPeriod(from, to);
  return { level, word: 'Unknown', details: { text, level: null } };
}

function describeAbsence({ periods }: SubscriptionHistory, moment: EpochMs): string {
  const from = periods.findLast(({ to }) => to <= moment)?.to;
  const to = periods.find((period) => period.from > moment)?.from;
  if (from !== undefined && to !== undefined) return formatPeriod(from, to);
  return to === undefined
    ? 'no record covers this time'
    : `the first subscription starts on ${formatDay(to)}`;
}

function formatPeriod(from: EpochMs, to: EpochMs): string {
  return `${formatDayRange(from, to)}, ${formatDays(to - from)}`;
}

export function formatDayRange(from: EpochMs, to: EpochMs): string {
  const [start, end] = [formatDay(from), formatDay(to)];
  return `${start.slice(-4) === end.slice(-4) ? start.slice(0, -5) : start} to ${end}`;
}

export function formatDaysOfSelection(ms: number, selected: TimeSpan | null): string {
  return selected === null ? formatDays(ms) : `${msToDays(ms)} of ${formatDays(selected.to - selected.from)}`;
}

export function describeGaps(gaps: readonly TimeSpan[]): string {
  if (gaps.length === 0) return 'no gaps';
  return `${formatCount(gaps.length, 'gap')} of ${formatDays(sumSpans(gaps))}${gaps.length > 1 ? ' in all' : ''}`;
}
