import type { DeleteOutcome } from '../../../api/DeleteOutcome.ts';
import type { DeleteTarget } from '../../../api/deleteOutcomeOf.ts';

/** One confirmed intent to delete one instance, from the confirmation to its outcome. Plain data, no token. */
export type DeletionEntry = {
  /** A UUID, made when the admin confirmed. */
  intentKey: string;
  target: DeleteTarget;
  /** What the admin read and typed. */
  label: string;
  /** Whether the service's own list held it then; only then does a later list that lacks it say anything. */
  listed: boolean;
  /** ms since the epoch. */
  confirmedAt: number;
  /** ms since the epoch; null while it waits its turn, and where it was never sent. */
  sentAt: number | null;
  settledAt: number | null;
  /** null until it is known what became of it. */
  outcome: DeleteOutcome | null;
  /** The bulk deletion it belongs to; null where it was confirmed alone. */
  bulkKey: string | null;
  /** The page that asked for it, as `pageLock` names it. */
  page?: number;
  /** The admin has seen and put away what needed attention. */
  dismissed: boolean;
  /** The admin put the row back into the list after the service said that it is not there. */
  putBack: boolean;
};
