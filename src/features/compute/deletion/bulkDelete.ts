import PQueue from 'p-queue';
import type { Connection } from '../../../api/connection.ts';
import {
  type Confirmed,
  isRemovedSince,
  newIntent,
  nextSequence,
  refusals,
  sendIntent,
} from './deleteInstance.ts';
import { type DeletionEntry, notSent } from './deletionEntry.ts';
import { LockTimeout, withRunLock } from './deletionLocks.ts';
import type { BulkRun, BulkState, Deletions } from './deletions.ts';

/** At most so many deletes are on their way at once: a browser queues the rest, and a timer started then would lie. */
const atOnce = 3;
/** Nobody watches a pause longer than this, in ms; what is left is then for a fresh confirmation. */
const longestPauseMs = 5 * 60_000;
const lookMs = 100;
/** After so many answers in a row that leave open what became of a deletion, there is no sense in sending more. */
const mostUnknown = 3;
/** Where so many first answers say that nothing is there, the wrong list or the wrong token is at work. */
const firstGone = 5;

/**
 * Deletes many instances after one confirmation: every one is an intent of its own with an outcome of its own, all of them
 * written down before the first is sent. What is not sent when it stops, for whatever reason, ends as `not-sent`.
 * @returns ends once all intents are in the log, and once each has its outcome; null while another one is under way
 */
export function startBulkRun(
  deletions: Deletions,
  connection: Connection,
  confirmed: readonly Confirmed[],
): { bulkKey: string; written: Promise<void>; done: Promise<void> } | null {
  const { log, bulk } = deletions;
  if (isBulkUnderWay(log.entries(), bulk.getState())) return null;
  const bulkKey = crypto.randomUUID();
  const queue = new PQueue({ concurrency: atOnce });
  const first = nextSequence(log);
  // They keep their order, and the next intent of any tab comes after them.
  const items = confirmed.map((one, place) => newIntent(one, first + place / 1000, bulkKey));
  const waiting = new Set(items);
  let stopped: Promise<unknown> = Promise.resolve();
  let unknownInRow = 0;
  /** How many answers have come, all of them `gone`; null once another one came or the admin went on. */
  let goneAtFirst: number | null = 0;
  let state: BulkState = { name: 'running' };
  let showIntents = () => {};
  const written = new Promise<void>((resolve) => {
    showIntents = resolve;
  });

  function set(changed: BulkState) {
    state = changed;
    bulk.setState({ bulkKey, state, goOn, stop: () => stop(stops.byAdmin) });
  }

  function stop(why: string) {
    if (state.name === 'stopping' || state.name === 'ended') return;
    const change = { settledAt: Date.now(), outcome: notSent(why) };
    const left = [...waiting];
    // The log knows no intent before it has taken it in.
    stopped = written.then(() => log.update(left, () => change));
    waiting.clear();
    set({ name: 'stopping', why });
    queue.start();
  }

  function pause(ms: number) {
    if (ms > longestPauseMs) return stop(stops.longPause(ms));
    const until = performance.now() + ms;
    if (state.name === 'running' || (state.name === 'paused' && state.until < until))
      void rest({ name: 'paused', until });
  }

  /** Brakes on what an answer says of all the others. What is on its way meanwhile ends as it ends. */
  function applyBrakes({ outcome }: DeletionEntry) {
    // What was not sent has no answer.
    if (outcome === null || outcome.kind === 'not-sent') return;
    const { kind, status, differentName } = outcome;
    unknownInRow = kind === 'unknown' ? unknownInRow + 1 : 0;
    goneAtFirst = goneAtFirst === null || kind !== 'gone' ? null : goneAtFirst + 1;
    if (status === 401) return stop(stops.token);
    // Where nothing is left to be held back, nothing is said either.
    if (waiting.size === 0) return;
    if (kind === 'mismatch') stop(stops.mismatch);
    else if (differentName !== null) stop(stops.differentName);
    else if (unknownInRow === mostUnknown) stop(stops.unknown);
    else if (goneAtFirst === firstGone)
      void rest({ name: 'asking', left: waiting.size, until: performance.now() + longestPauseMs });
    else if (status === 429) pause(outcome.retryAfterMs ?? 0);
  }

  /** Sends nothing until the pause is over or everything has stopped. */
  async function rest(during: BulkState) {
    const isResting = queue.isPaused;
    queue.pause();
    set(during);
    if (isResting) return;
    // After a sign-out nothing is sent any more, so nothing has to wait.
    while ((state.name === 'paused' || state.name === 'asking') && connection.isOpen?.() !== false) {
      if (performance.now() < state.until) await new Promise((resolve) => setTimeout(resolve, lookMs));
      else if (state.name === 'paused') set({ name: 'running' });
      else stop(stops.unanswered);
    }
    queue.start();
  }

  function goOn() {
    if (state.name === 'asking') set({ name: 'running' });
  }

  async function send(entry: DeletionEntry) {
    // It may have been stopped since it was queued.
    if (!waiting.delete(entry)) return;
    const settled = await sendIntent(deletions, connection, entry);
    if (settled.outcome?.reason === refusals.unsaved) stop(stops.unsaved);
    else applyBrakes(settled);
  }

  async function run() {
    const endWork = deletions.beginWork();
    set(state);
    try {
      const intentKeys = items.map(({ intentKey }) => intentKey);
      await withRunLock(log, bulkKey, intentKeys, async () => {
        await log.add(items);
        showIntents();
        for (const entry of items) void queue.add(() => send(entry));
        await queue.onIdle();
        await stopped;
      });
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error;
      // Nothing was sent: the intents are stored with their outcome.
      await log.add(items);
      showIntents();
      stop(stops.noLock);
      await stopped;
    } finally {
      endWork();
    }
    set({ name: 'ended', why: state.name === 'stopping' ? state.why : null });
  }

  return { bulkKey, written, done: run() };
}

/** Whether a bulk deletion is under way, in this tab or another. @param run the latest of this page */
export function isBulkUnderWay(entries: readonly DeletionEntry[], run: BulkRun | null): boolean {
  if (run !== null && run.state.name !== 'ended') return true;
  return entries.some(({ bulkKey, outcome }) => bulkKey !== null && outcome === null);
}

/** Why it stopped, also for the activity of each that was not sent. */
const stops = {
  byAdmin: 'Stopped. What was on its way by then has its own outcome; the rest was not sent.',
  token: 'Stopped: the service no longer accepts the token.',
  longPause: (ms: number) =>
    `Stopped: the service asks to wait ${Math.ceil(ms / 60_000)} minutes. Retry when they are over.`,
  mismatch:
    'Stopped: an answer named another workspace. What is left was not sent. Find out why before you delete anything more.',
  differentName:
    'Stopped: a returned record has a different name. The remaining deletions were not sent. Compare the names in the activity before you delete anything else.',
  unknown:
    'Stopped: three answers in a row do not say what became of the deletion. What is left was not sent. Check the connection and these instances, then retry.',
  unsaved:
    'Stopped: this browser can’t save the deletion log. The remaining deletions were not sent. Reload, then retry.',
  noLock: 'Stopped: the browser didn’t respond in time. No request was sent. Reload, then retry.',
  unanswered:
    'Stopped: the first five answers said that the instances are not there, and nobody went on within 5 minutes. What is left was not sent.',
};

/** Returns why a bulk deletion stopped, from the intents it left unsent, or null. It works after a reload too. */
export function stopReasonOf(items: readonly DeletionEntry[]): string | null {
  const reasons = items.flatMap(({ outcome }) => (outcome?.kind === 'not-sent' ? outcome.reason : []));
  return reasons.find((reason) => /^(Stopped|You stopped)/.test(reason)) ?? null;
}

const retriable = new Set(['refused', 'unknown', 'not-sent']);

/**
 * The intents of a bulk deletion that may be confirmed once more: those that failed, without what has left since.
 * @param entries every intent of the log
 */
export function retriableEntries(entries: readonly DeletionEntry[], bulkKey: string): DeletionEntry[] {
  const hasLeft = isRemovedSince(entries);
  return entries.filter(
    (entry) =>
      entry.bulkKey === bulkKey &&
      entry.outcome !== null &&
      retriable.has(entry.outcome.kind) &&
      !hasLeft(entry),
  );
}
