import { toIsolatedText } from '../format/text.ts';
import { dayMs, type EpochMs, formatDay } from '../format/time.ts';
import { formatCount, formatNumber } from '../format/words.ts';
import type { HistoryModel } from './history.ts';
import {
  getEntryEnd,
  getEntryStart,
  getLevelKey,
  type HistoryEntry,
  problemSentences,
  type Span,
} from './historyRecord.ts';
import type { LevelAtMoment } from './levels.ts';

/** On screen, the level has its own element, because it is never translated. */
export type TextWithLevel = { text: string; levelKey: string | null };

export function nameLevel(key: string): string {
  return key === '' ? 'No level' : toIsolatedText(key);
}

export function formatTextWithLevel({ text, levelKey }: TextWithLevel): string {
  return levelKey === null ? text : `${text} ${levelKey || 'No level'}`;
}

/** Which records are missing in a statement about the whole history. null if none are. */
export function describeMissingRecords({ isComplete, unclearCount }: HistoryModel): string | null {
  if (!isComplete) return 'in the part that the service returned';
  if (unclearCount === 0) return null;
  return `without ${unclearCount === 1 ? 'a record' : formatCount(unclearCount, 'record')} that can't be understood`;
}

/** How an entry changed the level. null if the list doesn't say. */
export function describeLevelChange(entry: HistoryEntry, model: HistoryModel): TextWithLevel | null {
  const { previous, isIncluded, gap } = entry;
  if (!isIncluded || (previous === null && describeMissingRecords(model) !== null)) return null;
  if (previous === null) return { text: 'first record', levelKey: null };
  if (getLevelKey(previous) !== getLevelKey(entry)) return { text: 'from', levelKey: getLevelKey(previous) };
  return { text: gap === null ? 'renewed' : 'again', levelKey: null };
}

export function listNotes({ problems, overlap }: HistoryEntry): TextWithLevel[] {
  const notes: TextWithLevel[] = problems.map((problem) => ({
    text: problemSentences[problem],
    levelKey: null,
  }));
  if (overlap === null) return notes;
  const ms = overlap.to - overlap.from;
  const text = ms === Number.POSITIVE_INFINITY ? 'overlaps' : `${formatDays(ms)} overlap with`;
  return [...notes, { text, levelKey: getLevelKey(overlap.other) }];
}

export function formatDays(ms: number): string {
  const days = toDays(ms);
  if (days === 0 && ms > 0) return 'less than 0.1 days';
  const [whole = '0', decimal] = String(days).split('.');
  return `${formatNumber(Number(whole))}${decimal === undefined ? '' : `.${decimal}`} ${days === 1 ? 'day' : 'days'}`;
}

export function toDays(ms: number): number {
  return Math.round((10 * ms) / dayMs) / 10;
}

/** Until now for the current entry without an end. null if it isn't known. */
export function findEntrySpan(entry: HistoryEntry, now: EpochMs): Span | null {
  const { from, to, ending, problems, isIncluded } = entry;
  if (from === null || ending === 'unknown' || problems.includes('end-before-start')) return null;
  if (to !== null) return { from, to };
  return isIncluded && from < now ? { from, to: now } : null;
}

export function formatMonths(ms: number): string {
  return `${((ms / (dayMs * 365.25)) * 12).toFixed(1)} months`;
}

export function describeLevelAtMoment(answer: LevelAtMoment): TextWithLevel {
  if (answer.kind === 'unknown') return describeUnknown(answer);
  return {
    text: answer.kind === 'level' ? describePeriod(answer.entry) : describeNone(answer),
    levelKey: null,
  };
}

function describePeriod(entry: HistoryEntry): string {
  if (entry.to === null) return `${formatDay(getEntryStart(entry))}, no end date`;
  return formatPeriod(
    getEntryStart(entry),
    entry.statedTo ?? entry.to,
    getEntryEnd(entry) - getEntryStart(entry),
  );
}

function describeNone({ from, to }: Extract<LevelAtMoment, { kind: 'none' }>): string {
  if (from !== null && to !== null) return formatPeriod(from, to, to - from);
  if (to !== null) return `the first subscription starts on ${formatDay(to)}`;
  return from === null ? 'no record covers this time' : `since ${formatDay(from)}`;
}

function formatPeriod(from: EpochMs, lastDay: EpochMs, ms: number): string {
  const [start, end] = [formatDay(from), formatDay(lastDay)];
  const isSameYear = start.slice(-4) === end.slice(-4);
  return `${isSameYear ? start.slice(0, -5) : start} to ${end}, ${formatDays(ms)}`;
}

export function describeUnknown(answer: Extract<LevelAtMoment, { kind: 'unknown' }>): TextWithLevel {
  if (answer.reason === 'open-end')
    return {
      text: 'a later record has ended, and an earlier one has no end date:',
      levelKey: getLevelKey(answer.openEntry),
    };
  const levelKey = answer.entry === null ? null : getLevelKey(answer.entry);
  if (answer.reason === 'incomplete')
    return { text: `the list is incomplete${levelKey === null ? '' : ', without the rest:'}`, levelKey };
  const [records, them] =
    answer.count === 1 ? ['a record', 'it'] : [`${formatNumber(answer.count)} records`, 'them'];
  return { text: `${records} can't be understood${levelKey === null ? '' : `, without ${them}:`}`, levelKey };
}

export function describeGapsAndOverlaps(model: HistoryModel): string {
  const scope = describeMissingRecords(model);
  const coverage = `${describeGaps(model)}, ${describeOverlaps(model)}`;
  if (!model.isComplete) return scope ?? '';
  return scope === null ? coverage : `${coverage} ${scope}`;
}

export function describeGaps({ gaps }: HistoryModel): string {
  const ms = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  if (gaps.length === 0) return 'no gaps';
  return `${formatCount(gaps.length, 'gap')} of ${formatDays(ms)}${gaps.length > 1 ? ' in all' : ''}`;
}

export function describeOverlaps({ overlapCount }: HistoryModel): string {
  return overlapCount === 0 ? 'no overlaps' : formatCount(overlapCount, 'overlap');
}
