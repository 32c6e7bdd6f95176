import type { Connection } from '../../../api/Connection.ts';
import { type Confirmed, confirmIntents } from '../deletion/confirmIntents.ts';
import { newIntentKey } from '../deletion/newIntentKey.ts';
import { notSent } from '../deletion/notSent.ts';
import { sendEntry } from '../deletion/sendEntry.ts';
import { settleEntry } from '../deletion/settleEntry.ts';
import type { Deletions } from '../journal/createDeletions.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';

/** At most so many deletes are on their way at once: a browser queues the rest, and a timer started then would lie. */
const atOnce = 3;
/** Nobody watches a pause longer than this, in ms; what is left is then for a fresh confirmation. */
const longestPauseMs = 5 * 60_000;
const lookMs = 100;

export type BulkState =
  | { name: 'running' }
  /** The service asked to wait; ms since the epoch. */
  | { name: 'paused'; until: number }
  | { name: 'ended'; why: string | null };

export type BulkRun = ReturnType<typeof createBulkRun>;

/**
 * Deletes many instances after one confirmation: every one is an intent of its own with an outcome of its own.
 * What is not sent when it stops, for whatever reason, ends as `not-sent`, so that the sums always add up.
 */
export function createBulkRun(deletions: Deletions, connection: Connection, confirmed: readonly Confirmed[]) {
  const bulkKey = newIntentKey();
  const listeners = new Set<() => void>();
  const waiting = confirmIntents(deletions, confirmed, bulkKey);
  const total = waiting.length;
  let next = 0;
  let state: BulkState = { name: 'running' };

  function set(changed: BulkState) {
    state = changed;
    for (const listener of listeners) listener();
  }

  function stop(why: string) {
    if (state.name === 'ended') return;
    const left = waiting.slice(next);
    next = total;
    for (const entry of left) settleEntry(deletions, entry, notSent(why));
    set({ name: 'ended', why });
  }

  function pause(ms: number) {
    if (ms > longestPauseMs)
      return stop(
        `Stopped: the service asks to wait ${Math.ceil(ms / 60_000)} minutes. Retry when they are over.`,
      );
    const until = Date.now() + ms;
    if (state.name === 'running' || (state.name === 'paused' && state.until < until))
      set({ name: 'paused', until });
  }

  function react({ outcome }: DeletionEntry) {
    if (outcome?.status === 401) stop('Stopped: the service no longer accepts the token.');
    else if (outcome?.status === 429) pause(outcome.retryAfterMs ?? 0);
  }

  /** Ends when the pause is over or everything has stopped, whichever worker asked for the pause. */
  async function rest() {
    while (state.name === 'paused') {
      if (Date.now() >= state.until) set({ name: 'running' });
      else await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  async function work() {
    for (;;) {
      await rest();
      const entry = waiting[next];
      if (entry === undefined) return;
      next += 1;
      react(await sendEntry(deletions, connection, entry));
    }
  }

  async function run() {
    deletions.hold();
    await Promise.all(Array.from({ length: atOnce }, work));
    deletions.release();
    if (state.name !== 'ended') set({ name: 'ended', why: null });
  }

  return {
    bulkKey,
    total,
    done: run(),
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Sends no more. What is on its way still gets its outcome. */
    stop: () => stop('Stopped before its turn came; nothing was sent.'),
  };
}
