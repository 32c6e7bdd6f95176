import type { SubscriptionRecord } from '../../api/subscriptionHistory.ts';
import { type HistoryProblem, ownWorkspaceValue, type RecordReading, readRecord } from './historyRecord.ts';

/** A record as the rules about time see it. All moments are ms since 1970 UTC; spans hold their start, not their end. */
export type HistoryEntry = {
  record: SubscriptionRecord;
  /** Its place in the service's answer; also its identity, as records have no id. */
  index: number;
  from: number | null;
  /** The end that counts: an inclusive spelling is resolved, a superseded open end is closed. Null: open or unknown. */
  to: number | null;
  /** The end as the record states it, for showing. */
  statedTo: number | null;
  ending: 'given' | 'open' | 'superseded' | 'unknown';
  /** Times after a superseded open end in which nothing else is in force, so that it may hold again; open: Infinity. */
  mayHoldAgain: { from: number; to: number }[];
  /** Whether it takes part in state, totals, gaps and overlaps. What does not is still shown, with its problems. */
  counted: boolean;
  problems: readonly HistoryProblem[];
  /** What was in force most recently before it started; `gapMs` is the time without any record in between. */
  previous: { index: number; level: string | null; gapMs: number } | null;
};

/** A time in which an entry may hold again; `to` is Infinity where it is open. */
export type Doubt = { entry: HistoryEntry; from: number; to: number };

/**
 * Turns the service's records into entries, one a record and in the service's order; O(n log n), never throws.
 * It does not depend on the time of day: `stateAt` says what an entry is at a moment. All moments are ms UTC.
 * @param records the answer of operation 4.2 of the service document, as decoded
 * @param workspaceSlug the workspace asked for
 *
 * Ends, since nothing says how they are meant: a stated end that lies a second or less before a later start, or
 * means "through that day" and that start falls into it, ends there: no gap, no overlap. An open end lasts until a
 * later record starts (`superseded`), because a workspace has one level and stores seldom close the old record.
 * Once all that followed has ended it may hold again (`mayHoldAgain`): then it is current, and the doubt is said.
 */
export function analyseHistory(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): readonly HistoryEntry[] {
  const own = ownWorkspaceValue(records, workspaceSlug);
  const readings = records.map((record) => readRecord(record, own));
  const starts = sortedStarts(readings);
  const entries = readings.map((reading, index) => toEntry(reading, index, starts));
  markHoldAgain(entries);
  linkPrevious(entries);
  return entries;
}

// Only a record that lasts can follow another: one without length closes nothing.
function sortedStarts(readings: readonly RecordReading[]): Float64Array {
  const starts: number[] = [];
  for (const { from, end, counted } of readings)
    if (counted && from !== null && !(end.kind === 'given' && end.latest <= from)) starts.push(from);
  return Float64Array.from(starts).sort();
}

function toEntry(reading: RecordReading, index: number, starts: Float64Array): HistoryEntry {
  const { record, from, end, problems, counted } = reading;
  const { to, ending } = endingOf(reading, starts);
  const statedTo = end.kind === 'given' ? end.at : null;
  return { record, index, from, to, statedTo, ending, mayHoldAgain: [], counted, problems, previous: null };
}

function endingOf(
  { from, end, counted }: RecordReading,
  starts: Float64Array,
): Pick<HistoryEntry, 'to' | 'ending'> {
  if (end.kind === 'unknown') return { to: null, ending: 'unknown' };
  const plain = !counted || from === null;
  if (end.kind === 'given')
    return { to: plain ? end.at : effectiveEnd(from, end.at, end.latest, starts), ending: 'given' };
  const next = plain ? null : firstAtOrAfter(starts, from + 1);
  return { to: next, ending: next === null ? 'open' : 'superseded' };
}

function effectiveEnd(from: number, at: number, latest: number, starts: Float64Array): number {
  const follower = firstAtOrAfter(starts, Math.max(at, from + 1));
  const reach = at > from ? Math.max(latest, at + seamMs) : latest;
  return follower !== null && follower <= reach ? follower : latest;
}

function firstAtOrAfter(sorted: Float64Array, moment: number): number | null {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) < moment) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? null;
}

const seamMs = 1000;

/**
 * Gives every entry its `mayHoldAgain`. Nothing says whether a record without an end is over once a later one has
 * started, or goes on behind it: so where all that followed has ended, up to the next start, the one that was overtaken
 * last is in doubt, and so are others of its very start. The entries themselves are written to; O(n log n).
 */
function markHoldAgain(entries: readonly HistoryEntry[]): void {
  let coveredTo = Number.NEGATIVE_INFINITY;
  let overtaken: HistoryEntry[] = [];
  for (const entry of oldestFirst(entries)) {
    if (entry.from === null || entry.from === entry.to) continue;
    addSpan(overtaken, coveredTo, entry.from);
    if (entry.ending === 'superseded')
      overtaken = overtaken[0]?.from === entry.from ? [...overtaken, entry] : [entry];
    coveredTo = Math.max(coveredTo, entry.to ?? Number.POSITIVE_INFINITY);
  }
  addSpan(overtaken, coveredTo, Number.POSITIVE_INFINITY);
}

function addSpan(overtaken: readonly HistoryEntry[], from: number, to: number): void {
  if (from >= to) return;
  for (const entry of overtaken) entry.mayHoldAgain.push({ from, to });
}

/**
 * Gives every counted entry its `previous`: of those that started strictly before it, the one in force most
 * recently; among several in force at that moment, the one that started last. The entries themselves are written to.
 */
function linkPrevious(entries: readonly HistoryEntry[]): void {
  const lasting: HistoryEntry[] = [];
  let lastEnded: HistoryEntry | null = null;
  let waiting: HistoryEntry[] = [];
  for (const entry of oldestFirst(entries)) {
    const from = entry.from ?? 0;
    // Entries of one start do not precede each other, so they join only when a later start is met.
    if (waiting[0] !== undefined && waiting[0].from !== from) {
      for (const started of waiting) push(lasting, started);
      waiting = [];
    }
    lastEnded = dropEnded(lasting, from, lastEnded);
    const previous: HistoryEntry | null = lasting.at(-1) ?? lastEnded;
    if (previous !== null) entry.previous = link(previous, from);
    if (endOf(entry) > from) waiting.push(entry);
  }
}

// The stack keeps start ascending and end descending: an earlier one that ends no later can never be asked for again.
function push(lasting: HistoryEntry[], entry: HistoryEntry): void {
  while (lasting.length > 0 && endOf(lasting.at(-1)) <= endOf(entry)) lasting.pop();
  lasting.push(entry);
}

function dropEnded(
  lasting: HistoryEntry[],
  moment: number,
  lastEnded: HistoryEntry | null,
): HistoryEntry | null {
  let last = lastEnded;
  for (let top = lasting.at(-1); top !== undefined && endOf(top) < moment; top = lasting.at(-1)) {
    if (last === null || endOf(top) >= endOf(last)) last = top;
    lasting.pop();
  }
  return last;
}

function link(previous: HistoryEntry, from: number): HistoryEntry['previous'] {
  const gapMs = Math.max(0, from - endOf(previous));
  return { index: previous.index, level: previous.record.level, gapMs };
}

function endOf(entry: HistoryEntry | undefined): number {
  return entry?.to ?? Number.POSITIVE_INFINITY;
}

/**
 * Entries by start, newest first. Equal starts keep the service's own order; entries without a readable start come
 * last, in the service's order too, so none is lost. O(n log n), a new array.
 * `servedNewestFirst` says whether the service kept the rule of section 4.2 among the starts that can be read.
 */
export function newestFirst(entries: readonly HistoryEntry[]): {
  entries: readonly HistoryEntry[];
  servedNewestFirst: boolean;
} {
  const served = [...entries].sort((a, b) => a.index - b.index);
  const dated = served.filter((entry) => entry.from !== null);
  const undated = served.filter((entry) => entry.from === null);
  const servedNewestFirst = dated.every((entry, at) => start(entry) <= start(dated[at - 1] ?? entry));
  if (!servedNewestFirst) dated.sort((a, b) => start(b) - start(a));
  return { entries: [...dated, ...undated], servedNewestFirst };
}

function start(entry: HistoryEntry): number {
  return entry.from ?? 0;
}

/**
 * The counted entries by start, oldest first; of one start the longer first, then the one the service lists
 * further down, as its order is newest first (section 4.2 of the service document). O(n log n), a new array.
 */
export function oldestFirst(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return entries.filter((entry) => entry.counted).sort(byStart);
}

function byStart(a: HistoryEntry, b: HistoryEntry): number {
  const byFrom = (a.from ?? 0) - (b.from ?? 0);
  if (byFrom !== 0) return byFrom;
  if (a.to !== b.to) return (b.to ?? Number.POSITIVE_INFINITY) < (a.to ?? Number.POSITIVE_INFINITY) ? -1 : 1;
  return b.index - a.index;
}

type YearGroup = { year: number | null; entries: readonly HistoryEntry[] };

/**
 * Splits a list that is already newest first into runs of one year; null is the run without a readable start.
 * @param yearOf the year a moment (ms UTC) falls in, in the zone the screen shows; UTC unless given
 */
export function groupByYear(
  entries: readonly HistoryEntry[],
  yearOf: (moment: number) => number = utcYear,
): YearGroup[] {
  const groups: { year: number | null; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const year = entry.from === null ? null : yearOf(entry.from);
    const last = groups.at(-1);
    if (last !== undefined && last.year === year) last.entries.push(entry);
    else groups.push({ year, entries: [entry] });
  }
  return groups;
}

function utcYear(moment: number): number {
  return new Date(moment).getUTCFullYear();
}
