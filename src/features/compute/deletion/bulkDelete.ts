import PQueue from 'p-queue';
import type { Connection } from '../../../api/connection.ts';
import {
  type ConfirmedDeletion,
  LockTimeout,
  newEntry,
  nextSequence,
  notSentSentences,
  sendDeletion,
  withRunLock,
} from './deleteInstance.ts';
import { type DeletionEntry, notSentOutcome } from './deletionEntry.ts';
import type { BulkRun, BulkState, Deletions } from './deletions.ts';
import { wasRemovedSince } from './rowStatus.ts';

/** Concurrent DELETE requests. More would wait in the browser, so our timeouts would start too early. */
const concurrency = 3;
/** Longest pause (ms). A longer pause stops the run, because the admin is probably not watching any longer. */
const maxPauseMs = 5 * 60_000;
const pollIntervalMs = 100;
const maxConsecutiveUnknown = 3;
/** If so many first responses are all "not found", the list or the token is probably wrong. */
const notFoundBrakeCount = 5;

/**
 * Deletes many instances after one confirmation. All deletions are stored before the first is sent. If the run stops, the
 * remaining ones end as `not-sent`.
 * @returns null while another bulk delete is running. `written` resolves when all deletions are in the log, `done` when all
 * have outcomes.
 */
export function startBulkRun(
  deletions: Deletions,
  connection: Connection,
  confirmed: readonly ConfirmedDeletion[],
): { bulkKey: string; written: Promise<void>; done: Promise<void> } | null {
  const { log, bulk } = deletions;
  if (isBulkUnderWay(log.entries(), bulk.getState())) return null;
  const bulkKey = crypto.randomUUID();
  const queue = new PQueue({ concurrency });
  const firstSequence = nextSequence(log);
  // Add fractions to keep the order of the items. A later deletion in any tab gets a higher number.
  const items = confirmed.map((one, place) =>
    newEntry(connection, one, firstSequence + place / 1000, bulkKey),
  );
  const waiting = new Set(items);
  let remainderStored: Promise<unknown> = Promise.resolve();
  let consecutiveUnknown = 0;
  /** Number of `gone` responses, or null after the first response of another kind. */
  let initialNotFoundCount: number | null = 0;
  let state: BulkState = { name: 'running' };
  let resolveWritten = () => {};
  const written = new Promise<void>((resolve) => {
    resolveWritten = resolve;
  });

  function setRunState(changed: BulkState) {
    state = changed;
    bulk.setState({ bulkKey, state, resume, stop: () => stop(stopReasons.byAdmin) });
  }

  function stop(reason: string) {
    if (state.name === 'stopping' || state.name === 'ended') return;
    const change = { settledAt: Date.now(), outcome: notSentOutcome(reason) };
    const unsent = [...waiting];
    // The log can change the entries only after they are added.
    remainderStored = written.then(() => log.update(unsent, () => change));
    waiting.clear();
    setRunState({ name: 'stopping', reason });
    queue.start();
  }

  function pause(ms: number) {
    if (ms > maxPauseMs) return stop(stopReasons.longPause(ms));
    const until = performance.now() + ms;
    if (state.name === 'running' || (state.name === 'paused' && state.until < until))
      void pauseUntil({ name: 'paused', until });
  }

  function applyBrakes({ outcome }: DeletionEntry) {
    if (outcome === null || outcome.kind === 'not-sent') return;
    const { kind, status, differentName } = outcome;
    consecutiveUnknown = kind === 'unknown' ? consecutiveUnknown + 1 : 0;
    initialNotFoundCount = initialNotFoundCount === null || kind !== 'gone' ? null : initialNotFoundCount + 1;
    if (status === 401) return stop(stopReasons.token);
    if (waiting.size === 0) return;
    if (kind === 'mismatch') stop(stopReasons.mismatch);
    else if (differentName !== null) stop(stopReasons.differentName);
    else if (consecutiveUnknown === maxConsecutiveUnknown) stop(stopReasons.unknown);
    else if (initialNotFoundCount === notFoundBrakeCount)
      void pauseUntil({
        name: 'asking',
        remainingCount: waiting.size,
        until: performance.now() + maxPauseMs,
      });
    else if (status === 429) pause(outcome.retryAfterMs ?? 0);
  }

  /** Sends no requests until the pause ends or the run stops. */
  async function pauseUntil(paused: BulkState) {
    const wasPaused = queue.isPaused;
    queue.pause();
    setRunState(paused);
    if (wasPaused) return;
    // Don't wait after a sign-out, because no more requests are sent.
    while ((state.name === 'paused' || state.name === 'asking') && connection.isOpen?.() !== false) {
      if (performance.now() < state.until)
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      else if (state.name === 'paused') setRunState({ name: 'running' });
      else stop(stopReasons.unanswered);
    }
    queue.start();
  }

  function resume() {
    if (state.name === 'asking') setRunState({ name: 'running' });
  }

  async function send(entry: DeletionEntry) {
    // The run may have stopped since the entry was queued.
    if (!waiting.delete(entry)) return;
    const ended = await sendDeletion(deletions, connection, entry);
    if (ended.outcome?.reason === notSentSentences.unsaved) stop(stopReasons.unsaved);
    else applyBrakes(ended);
  }

  async function run() {
    setRunState(state);
    try {
      await withRunLock(deletions, bulkKey, items, async () => {
        resolveWritten();
        for (const entry of items) void queue.add(() => send(entry));
        await queue.onIdle();
        await remainderStored;
      });
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error;
      resolveWritten();
      stop(stopReasons.noLock);
      await remainderStored;
    }
    setRunState({ name: 'ended', reason: state.name === 'stopping' ? state.reason : null });
  }

  return { bulkKey, written, done: run() };
}

/** Returns true while a bulk delete is running in any tab. @param run the latest bulk delete of this page */
export function isBulkUnderWay(entries: readonly DeletionEntry[], run: BulkRun | null): boolean {
  if (run !== null && run.state.name !== 'ended') return true;
  return entries.some(({ bulkKey, outcome }) => bulkKey !== null && outcome === null);
}

/** Sentences that explain why a run stopped. Deletions that were not sent show the same sentences. */
const stopReasons = {
  byAdmin:
    'You stopped this. Requests already sent have their own results. The remaining deletions were not sent.',
  token: 'Stopped: the service no longer accepts the token.',
  longPause: (ms: number) =>
    `Stopped: the service asks to wait ${Math.ceil(ms / 60_000)} minutes. Retry after that.`,
  mismatch:
    'Stopped: a response named a different workspace. The remaining deletions were not sent. Find out why before you delete anything else.',
  differentName:
    'Stopped: a returned record has a different name. The remaining deletions were not sent. Compare the names in Activity before you delete anything else.',
  unknown:
    'Stopped: three deletions in a row couldn’t be confirmed. The remaining ones were not sent. Check your connection, then retry.',
  unsaved:
    'Stopped: this browser can’t save the deletion log. The remaining deletions were not sent. Reload, then retry.',
  noLock: 'Stopped: the browser didn’t respond in time. No request was sent. Reload, then retry.',
  unanswered:
    'Stopped: the first five instances weren’t found and you didn’t continue within 5 minutes. The remaining deletions were not sent.',
};

/** Returns why a bulk delete stopped, or null. Reads the entries, because the run is unknown after a reload. */
export function stopReasonOf(items: readonly DeletionEntry[]): string | null {
  const reasons = items.flatMap(({ outcome }) => (outcome?.kind === 'not-sent' ? outcome.reason : []));
  return reasons.find((reason) => /^(Stopped|You stopped)/.test(reason)) ?? null;
}

const retriable = new Set(['refused', 'unknown', 'not-sent']);

/** Returns the failed deletions of a bulk delete whose rows are not removed. @param entries all entries of the workspace */
export function retriableEntries(entries: readonly DeletionEntry[], bulkKey: string): DeletionEntry[] {
  const isRemoved = wasRemovedSince(entries);
  return entries.filter(
    (entry) =>
      entry.bulkKey === bulkKey &&
      entry.outcome !== null &&
      retriable.has(entry.outcome.kind) &&
      !isRemoved(entry),
  );
}
