import type { EpochMs } from '../ui/time.ts';
import type { ParsedRecord } from './historyRecord.ts';

/** It includes `from` but not `to`. An open end is Infinity. */
export type Span = { from: EpochMs; to: EpochMs };

/** A parsed record and its relations to the other records. */
export type HistoryEntry = Omit<ParsedRecord, 'ending'> & {
  /** `next-record` if the record has no end date and a later record ends it. */
  ending: ParsedRecord['ending'] | 'next-record';
  /** The entry that applied before this one, even across a gap. */
  previous: HistoryEntry | null;
  /** The time without a subscription before this entry. */
  gap: Span | null;
  /** The longest overlap with an earlier entry. */
  overlap: (Span & { other: HistoryEntry }) | null;
};

/** The time in which one entry applies, or null in a gap. */
export type Segment = Span & { entry: HistoryEntry | null };

export function levelKeyOf({ record: { level } }: Pick<HistoryEntry, 'record'>): string {
  return level === null || level.trim() === '' ? '' : level;
}

export function startOf({ from }: Pick<HistoryEntry, 'from'>): EpochMs {
  return from ?? Number.NEGATIVE_INFINITY;
}

export function endOf({ to }: Pick<HistoryEntry, 'to'>): EpochMs {
  return to ?? Number.POSITIVE_INFINITY;
}

/** Sorts the oldest start first. Entries of one instant are in reversed order of the service, which lists the newest first. */
export function compareStarts(a: HistoryEntry, b: HistoryEntry): number {
  return startOf(a) - startOf(b) || b.index - a.index;
}
