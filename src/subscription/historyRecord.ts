import type { SubscriptionRecord } from '../api/subscriptionHistory.ts';
import { dayMs, type EpochMs, isDateOnly, parseInstant } from '../format/time.ts';

/** It includes `from` but not `to`. An open end is Infinity. */
export type Span = { from: EpochMs; to: EpochMs };

export type ParsedRecord = {
  record: SubscriptionRecord;
  /** The level as the service names it. Empty for a record without a level. */
  level: string;
  /** null without a readable start. Nobody knows when such a record was in force. */
  from: EpochMs | null;
  /** The end that the record states, or null. A date without a time includes that whole day. */
  statedEnd: EpochMs | null;
  /** True for an end without a time: the next record may start on that day. */
  endsWithDay: boolean;
  /** True if the record states an end that can't be right. */
  isEndUnclear: boolean;
  problems: readonly string[];
};

export function parseRecord(record: SubscriptionRecord, now: EpochMs): ParsedRecord {
  const start = record.validFrom?.trim() ?? '';
  const end = record.validTo?.trim() ?? '';
  const startMs = parseInstant(start);
  const from = startMs === null || startMs < firstRealMs || startMs > now + sentinelMs ? null : startMs;
  const endMs = parseInstant(end);
  const isOpen = end === '' || noEnd.test(end) || (endMs !== null && endMs > now + sentinelMs);
  const isEndReadable = isOpen || (endMs !== null && endMs >= firstRealMs);
  const endsWithDay = isDateOnly(end);
  const statedEnd = isOpen || endMs === null ? null : endMs + (endsWithDay ? dayMs - 1 : 0);
  const endsBeforeStart = isEndReadable && from !== null && statedEnd !== null && statedEnd < from;
  return {
    record,
    level: record.level?.trim() ? record.level : '',
    from,
    statedEnd: isEndReadable && !endsBeforeStart ? statedEnd : null,
    endsWithDay,
    isEndUnclear: !isEndReadable || endsBeforeStart,
    problems: [
      from === null && (start === '' ? 'No start date' : 'Invalid start date'),
      !isEndReadable && 'Invalid end date',
      endsBeforeStart && 'Ends before it starts',
    ].filter((problem) => problem !== false),
  };
}

/** Databases and runtimes write these for "no end": the word of PostgreSQL, and years above 9999. */
const noEnd = /^\+?(?:infinity$|\d{5,}-\d\d-\d\d)/i;
/** A date more than 50 years ahead stands for "no date", such as 2999-12-31. */
const sentinelMs = 50 * 365.25 * dayMs;
/** Years 0 and 1 are what some systems store for a missing date. */
const firstRealMs = Date.parse('0002-01-01T00:00:00Z');
