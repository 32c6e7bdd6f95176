import type { SubscriptionRecord } from '../../../api/decodeSubscriptionRecord.ts';

export type HistoryProblem =
  | 'start-missing'
  | 'start-invalid'
  | 'start-placeholder'
  | 'end-invalid'
  | 'end-placeholder'
  | 'end-before-start'
  | 'foreign-workspace'
  | 'level-missing';

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
  /** Whether it takes part in state, totals, gaps and overlaps. What does not is still shown, with its problems. */
  counted: boolean;
  problems: readonly HistoryProblem[];
  /** What was in force most recently before it started; `gapMs` is the time without any record in between. */
  previous: { index: number; level: string | null; gapMs: number } | null;
};
