import type { SubscriptionRecord } from '../api/subscriptionHistory.ts';
import { dayMs, type EpochMs, isDateOnly, parseInstant } from '../format/time.ts';

export const problemSentences = {
  'start-missing': 'No start date',
  'start-invalid': 'Invalid start date',
  'end-invalid': 'Invalid end date',
  'end-before-start': 'Ends before it starts',
  'different-workspace': 'Names a different workspace',
} as const;

/** It includes `from` but not `to`. An open end is Infinity. */
export type Span = { from: EpochMs; to: EpochMs };

export type ParsedRecord = {
  record: SubscriptionRecord;
  /** The position in the response. It identifies the record, because records have no ID. */
  index: number;
  from: EpochMs | null;
  /** The exclusive end, or null if it is open or unknown. */
  to: EpochMs | null;
  /** The end as the service states it: of a date without a time, the start of that day. */
  statedTo: EpochMs | null;
  ending: 'stated' | 'open' | 'unknown';
  /** True if the end is a date without a time. The subscription then includes that whole day. */
  endsWithDay: boolean;
  problems: readonly (keyof typeof problemSentences)[];
  /** True if gaps, overlaps and totals include the record. */
  isIncluded: boolean;
};

export type HistoryEntry = Omit<ParsedRecord, 'ending'> & {
  /** `next-record` if the record has no end date and a later record ends it. */
  ending: ParsedRecord['ending'] | 'next-record';
  /** The entry that applied before this one, even across a gap. */
  previous: HistoryEntry | null;
  gap: Span | null;
  /** The longest overlap with an earlier entry. */
  overlap: (Span & { other: HistoryEntry }) | null;
};

export function parseRecord(
  record: SubscriptionRecord,
  index: number,
  { now, workspaceValue }: { now: EpochMs; workspaceValue: string | null },
): ParsedRecord {
  const start = record.validFrom?.trim() ?? '';
  const from = parseStart(start, now);
  const end = parseEnd(record.validTo?.trim() ?? '', now);
  const problems: ParsedRecord['problems'][number][] = [];
  if (from === null) problems.push(start === '' ? 'start-missing' : 'start-invalid');
  if (end.ending === 'unknown') problems.push('end-invalid');
  const lastMs = end.to !== null && end.endsWithDay ? end.to - 1 : end.to;
  if (from !== null && lastMs !== null && lastMs < from) problems.push('end-before-start');
  if (workspaceValue !== null && record.workspace !== null && record.workspace !== workspaceValue)
    problems.push('different-workspace');
  return { record, index, from, ...end, problems, isIncluded: problems.length === 0 };
}

function parseStart(text: string, now: EpochMs): EpochMs | null {
  const from = parseInstant(text);
  return from === null || from < firstRealMs || from > now + sentinelYearsMs ? null : from;
}

function parseEnd(
  text: string,
  now: EpochMs,
): Pick<ParsedRecord, 'to' | 'statedTo' | 'ending' | 'endsWithDay'> {
  const open = { to: null, statedTo: null, ending: 'open', endsWithDay: false } as const;
  if (text === '' || noEnd.test(text)) return open;
  const ms = parseInstant(text);
  if (ms === null || ms < firstRealMs) return { ...open, ending: 'unknown' };
  if (ms > now + sentinelYearsMs) return open;
  const endsWithDay = isDateOnly(text);
  return { to: endsWithDay ? ms + dayMs : ms, statedTo: ms, ending: 'stated', endsWithDay };
}

/** Databases and runtimes write these for "no end": the word of PostgreSQL, and years above 9999. */
const noEnd = /^\+?(?:infinity$|\d{5,}-\d\d-\d\d)/i;
/** An end more than 50 years ahead is a sentinel for "no end", such as 2999-12-31. */
const sentinelYearsMs = 50 * 365.25 * dayMs;
/** Years 0 and 1 are what some systems store for a missing date. */
const firstRealMs = Date.parse('0002-01-01T00:00:00Z');

/** The slug, or the most common value: `service.md` doesn't say if it is a slug, an ID or a name. */
export function guessWorkspaceValue(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): string | null {
  if (records.some(({ workspace }) => workspace === workspaceSlug)) return workspaceSlug;
  const counts = new Map<string, number>();
  for (const { workspace } of records)
    if (workspace !== null) counts.set(workspace, (counts.get(workspace) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** The level as the service names it. Empty for a record without a level. */
export function getLevelKey({ record: { level } }: Pick<HistoryEntry, 'record'>): string {
  return level === null || level.trim() === '' ? '' : level;
}

export function getEntryStart({ from }: Pick<HistoryEntry, 'from'>): EpochMs {
  return from ?? Number.NEGATIVE_INFINITY;
}

export function getEntryEnd({ to }: Pick<HistoryEntry, 'to'>): EpochMs {
  return to ?? Number.POSITIVE_INFINITY;
}

/** Sorts the oldest start first. Entries of one instant are in reversed order of the service, which lists the newest first. */
export function compareStarts(a: HistoryEntry, b: HistoryEntry): number {
  return getEntryStart(a) - getEntryStart(b) || b.index - a.index;
}
