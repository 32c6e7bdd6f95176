import type { HistoryState } from '../rules/stateAt.ts';

/** What the address asks to see of a history. */
export type HistoryView = {
  /** A level key; empty: records that name no level. */
  level: string | null;
  state: HistoryState | null;
  /** First and last day, YYYY-MM-DD in the shown zone, both inclusive. */
  from: string | null;
  to: string | null;
};
