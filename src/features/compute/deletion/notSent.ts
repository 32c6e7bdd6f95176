import type { DeleteOutcome } from '../../../api/DeleteOutcome.ts';

/** The outcome of an intent that never left this page, and why. */
export function notSent(reason: string): DeleteOutcome {
  return {
    kind: 'not-sent',
    reason,
    status: null,
    requestId: null,
    retryAfterMs: null,
    record: null,
    notes: [],
  };
}
