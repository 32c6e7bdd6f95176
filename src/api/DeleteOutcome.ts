import type { ComputeInstance } from './decodeInstance.ts';

/** The seven ends of a confirmed intent to delete; every intent reaches exactly one. */
export type DeleteOutcomeKind =
  | 'deleted'
  | 'accepted'
  | 'gone'
  | 'refused'
  | 'unknown'
  | 'mismatch'
  | 'not-sent';

/** What became of one intent to delete. Plain data: it is kept over a reload. */
export type DeleteOutcome = {
  kind: DeleteOutcomeKind;
  /** Why, in one sentence, for the admin. Empty where the kind says it all. */
  reason: string;
  /** HTTP status, null where none arrived. */
  status: number | null;
  requestId: string | null;
  /** ms the service asks to wait before another try; null where it does not say. */
  retryAfterMs: number | null;
  /** The record that came back, null where none did. */
  record: ComputeInstance | null;
  /** Remarks for the receipt, such as an id that differs from the one asked for. */
  notes: readonly string[];
};
