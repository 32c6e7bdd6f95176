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
  /** The service asked to wait; ms of `performance.now`, which nobody sets back. */
  | { name: 'paused'; until: number }
  /** Nothing more is sent; what is on its way has no outcome yet. */
  | { name: 'stopping'; why: string }
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

  /** @param whyUnsent what the activity says of each that is not sent */
  function stop(why: string, whyUnsent = why) {
    if (state.name === 'stopping' || state.name === 'ended') return;
    const left = waiting.slice(next);
    next = total;
    for (const entry of left) settleEntry(deletions, entry, notSent(whyUnsent));
    set({ name: 'stopping', why });
  }

  function pause(ms: number) {
    // Nothing is left that could wait.
    if (next === total) return;
    if (ms > longestPauseMs)
      return stop(
        `Stopped: the service asks to wait ${Math.ceil(ms / 60_000)} minutes. Retry when they are over.`,
      );
    const until = performance.now() + ms;
    if (state.name === 'running' || (state.name === 'paused' && state.until < until))
      set({ name: 'paused', until });
  }

  function react({ outcome }: DeletionEntry) {
    if (outcome?.status === 401) stop('Stopped: the service no longer accepts the token.');
    else if (outcome?.status === 429) pause(outcome.retryAfterMs ?? 0);
  }

  /** Ends when the pause is over or everything has stopped, whichever worker asked for the pause. */
  async function rest() {
    // After a sign-out nothing is sent any more, so nothing has to wait.
    while (state.name === 'paused' && connection.isOpen?.() !== false) {
      if (performance.now() >= state.until) set({ name: 'running' });
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
    set({ name: 'ended', why: state.name === 'stopping' ? state.why : null });
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
    stop: () =>
      stop(
        'Stopped. What was on its way by then has its own outcome; the rest was not sent.',
        'Stopped before its turn came; nothing was sent.',
      ),
  };
}
