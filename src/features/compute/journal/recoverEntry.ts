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
      reason: `The page was closed, reloaded or duplicated before ${sent ? 'the answer came.' : 'its turn came; this tab sent nothing.'}`,
      status: null,
      requestId: null,
      retryAfterMs: null,
      record: null,
      notes: [],
    },
  };
}
