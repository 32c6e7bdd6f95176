import type { DeletionEntry } from './DeletionEntry.ts';

/**
 * What can honestly be said, after a reload, of an intent that had no outcome when the page went away:
 * sent means unknown, still waiting its turn means not sent.
 * @param now ms since the epoch
 */
export function recoverEntry(entry: DeletionEntry, now: number): DeletionEntry {
  if (entry.outcome !== null) return entry;
  const sent = entry.sentAt !== null;
  return {
    ...entry,
    settledAt: now,
    outcome: {
      kind: sent ? 'unknown' : 'not-sent',
      reason: sent
        ? 'The page was closed or reloaded before the answer came.'
        : 'The page was closed or reloaded before its turn came; nothing was sent.',
      status: null,
      requestId: null,
      retryAfterMs: null,
      record: null,
      notes: [],
    },
  };
}
