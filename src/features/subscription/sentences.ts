import { formatInstant, type Zone } from '../../ui/time.ts';
import { counted, groupedDigits, isolated } from '../../ui/words.ts';
import { calendarDuration } from './durations.ts';
import type { HistoryEntry } from './historyEntries.ts';
import type { HistoryProblem } from './historyRecord.ts';
import type { Gap, Overlap, Span } from './spans.ts';
import { type HistoryState, isInDoubtAt, stateAt } from './states.ts';

/** What a state is called on screen. */
export function stateWord(state: HistoryState): string {
  return words[state];
}

/** What an entry is at a moment (ms UTC), as it is called on screen, on paper and in files; a doubt is said with it. */
export function stateText(entry: HistoryEntry, now: number): string {
  const word = stateWord(stateAt(entry, now));
  return isInDoubtAt(entry, now) ? `${word}, in doubt` : word;
}

/** Why an entry is current only in doubt. */
export const doubtReason = 'No end is stated for it, and what followed it has ended: it may hold again';

const words: Record<HistoryState, string> = {
  current: 'Current',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unknown: 'Not counted',
};

/** What an entry changed, levels verbatim: "FREE → PRO"; null for an entry that is not counted. */
export function changeSentence(entry: HistoryEntry): string | null {
  if (!entry.counted) return null;
  const level = levelText(entry.record.level);
  if (entry.previous === null) return `First record: ${level}`;
  const previous = levelText(entry.previous.level);
  if (previous !== level) return `${previous} → ${level}`;
  return entry.previous.gapMs > 0 ? `${level} again` : `${level} continues`;
}

function levelText(level: string | null): string {
  return level === null || level.trim() === '' ? 'level not given' : isolated(level);
}

/** An overlap in words: how the two records lie to each other and for how long. */
export function overlapSentence(overlap: Overlap): string {
  const [first, second] = [nameOf(overlap.first), nameOf(overlap.second)];
  const time =
    overlap.to === null ? 'until further notice' : `for ${calendarDuration(overlap.from, overlap.to)}`;
  if (overlap.kind === 'same') return `${first} and ${second} cover the same time, ${time}`;
  if (overlap.kind === 'contained') return `${second} lies within ${first} ${time}`;
  return `${first} and ${second} overlap ${time}`;
}

function nameOf({ record }: Overlap['first']): string {
  return record.level === null || record.level.trim() === ''
    ? 'a record without a level'
    : isolated(record.level);
}

/** What is wrong with a record, and what that means for the totals. */
export function problemSentence(problem: HistoryProblem): string {
  return sentences[problem];
}

const sentences: Record<HistoryProblem, string> = {
  'start-missing': 'Start not provided; not counted.',
  'start-invalid': 'Invalid start date; not counted.',
  'start-placeholder': 'Invalid start date: its year stands for "none"; not counted.',
  'end-invalid': 'Invalid end date; not counted.',
  'end-placeholder': 'The year of the end stands for "none".',
  'end-before-start': 'Ends before it starts; not counted.',
  'foreign-workspace': 'Names another workspace; not counted.',
  'level-missing': 'Level not provided.',
};

/** A gap in words; where an earlier record without an end may have gone on, it says that too. */
export function gapSentence(gap: Gap): string {
  const sentence = `No subscription for ${calendarDuration(gap.from, gap.to)}`;
  return gap.doubtful ? `${sentence}, unless an earlier record without an end went on` : sentence;
}

/** What has to be known of a history in which no record names the workspace that was asked for. */
export function foreignSentence(workspaceSlug: string, recordsName: string): string {
  return `Asked for ${isolated(workspaceSlug)}, the records name ${isolated(recordsName)}. The service may write an id or a name of this workspace there, or it answered with the history of another one.`;
}

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
  const ofAll = shown === all ? 'All ' : `${groupedDigits(shown)} of `;
  const records = `${shown === 1 && all === 1 ? '' : ofAll}${counted(all, 'record')}`;
  const time =
    window === null
      ? 'no time up to now'
      : `from ${formatInstant(window.from, zone)} to ${formatInstant(window.to, zone)}`;
  const parts = [`${records}, ${time}; time that records of one level share counts once.`];
  if (uncounted > 0) parts.push(`${groupedDigits(uncounted)} of them not counted.`);
  if (undated > 0) parts.push(`${counted(undated, 'record')} without any readable date left out.`);
  return parts.join(' ');
}

/** A number with its noun: "no gaps", "1 gap", "1,204 gaps". */
export function countedOrNone(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : counted(count, noun);
}

/** With how many others a record shares time. */
export function sharedSentence(shared: number, start = 'Shares'): string {
  return `${start} time with ${counted(shared, 'other record')}.`;
}
