import PQueue from 'p-queue';
import type { Connection } from '../api/connection.ts';
import {
  type ConfirmedDeletion,
  createEntry,
  getNextSequence,
  LockTimeout,
  notSentSentences,
  sendDeletion,
  withRunLock,
} from './deleteInstance.ts';
import { createNotSentOutcome, type DeletionEntry } from './deletionEntry.ts';
import type { BulkRun, BulkState, DeletionTools } from './deletionTools.ts';
import { createRemovalCheck } from './rowStatus.ts';

/** Concurrent DELETE requests. The browser would queue more requests, so their timeouts would start too early. */
const concurrency = 3;
/** Longest pause (ms). A longer pause stops the run, because the admin is probably not watching any longer. */
const maxPauseMs = 5 * 60_000;
const pollIntervalMs = 100;
const maxConsecutiveUnknown = 3;
/** If the first five responses are all "not found", the list or the token is probably wrong. */
const notFoundBrakeCount = 5;

/**
 * Deletes many instances after one confirmation. Stores all deletions before it sends the first request. If the run stops,
 * the deletions that were not sent end as `not-sent`.
 * @returns null while another bulk delete is running in any tab. `stored` resolves when all deletions are in the log, and
 * `done` resolves when all deletions have outcomes.
 */
export function startBulkRun(
  deletionTools: DeletionTools,
  connection: Connection,
  confirmed: readonly ConfirmedDeletion[],
): { bulkKey: string; stored: Promise<void>; done: Promise<void> } | null {
  const { log, bulkRun } = deletionTools;
  if (isBulkRunning(log.entries(), bulkRun.getState())) return null;
  const bulkKey = crypto.randomUUID();
  const queue = new PQueue({ concurrency });
  const firstSequence = getNextSequence(log);
  // Add only a thousandth per item. Other tabs number later deletions with the time (ms), and these numbers must be higher.
  const items = confirmed.map((deletion, index) =>
    createEntry(connection, deletion, firstSequence + index / 1000, bulkKey),
  );
  const waitingItems = new Set(items);
  let unsentItemsStored: Promise<unknown> = Promise.resolve();
  let consecutiveUnknown = 0;
  /** Number of `gone` responses, or null after the first response of another kind. */
  let initialNotFoundCount: number | null = 0;
  let state: BulkState = { name: 'running' };
  let resolveStored = () => {};
  const allStored = new Promise<void>((resolve) => {
    resolveStored = resolve;
  });

  function setRunState(nextState: BulkState) {
    state = nextState;
    bulkRun.setState({ bulkKey, state, resume, stop: () => stop(stopReasons.byAdmin) });
  }

  function stop(reason: string) {
    if (state.name === 'stopping' || state.name === 'ended') return;
    const change = { settledAt: Date.now(), outcome: createNotSentOutcome(reason) };
    const unsentItems = [...waitingItems];
    // Wait, because the log can change only entries that were added.
    unsentItemsStored = allStored.then(() => log.update(unsentItems, () => change));
    waitingItems.clear();
    setRunState({ name: 'stopping', reason });
    queue.start();
  }

  function pauseFor(ms: number) {
    if (ms > maxPauseMs) return stop(stopReasons.longPause(ms));
    const endsAt = performance.now() + ms;
    if (state.name === 'running' || (state.name === 'paused' && state.endsAt < endsAt))
      void pauseRun({ name: 'paused', endsAt });
  }

  function applyBrakes({ outcome }: DeletionEntry) {
    if (outcome === null || outcome.kind === 'not-sent') return;
    const { kind, status, differentName } = outcome;
    consecutiveUnknown = kind === 'unknown' ? consecutiveUnknown + 1 : 0;
    initialNotFoundCount = initialNotFoundCount === null || kind !== 'gone' ? null : initialNotFoundCount + 1;
    if (status === 401) return stop(stopReasons.token);
    if (waitingItems.size === 0) return;
    if (kind === 'mismatch') stop(stopReasons.mismatch);
    else if (differentName !== null) stop(stopReasons.differentName);
    else if (consecutiveUnknown === maxConsecutiveUnknown) stop(stopReasons.unknown);
    else if (initialNotFoundCount === notFoundBrakeCount)
      void pauseRun({
        name: 'asking',
        remainingCount: waitingItems.size,
        endsAt: performance.now() + maxPauseMs,
      });
    else if (status === 429) pauseFor(outcome.retryAfterMs ?? 0);
  }

  /** Sends no requests until the pause ends, the admin continues, or the run stops. */
  async function pauseRun(pausedState: BulkState) {
    const wasPaused = queue.isPaused;
    queue.pause();
    setRunState(pausedState);
    // If the run was already paused, an earlier call of this function is still waiting and reads the new state.
    if (wasPaused) return;
    // Don't wait after a sign-out, because no more requests are sent.
    while ((state.name === 'paused' || state.name === 'asking') && connection.isOpen?.() !== false) {
      if (performance.now() < state.endsAt)
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      else if (state.name === 'paused') setRunState({ name: 'running' });
      else stop(stopReasons.unanswered);
    }
    queue.start();
  }

  function resume() {
    if (state.name === 'asking') setRunState({ name: 'running' });
  }

  async function sendItem(entry: DeletionEntry) {
    // The run may have stopped since the entry was queued.
    if (!waitingItems.delete(entry)) return;
    const finishedEntry = await sendDeletion(deletionTools, connection, entry);
    if (finishedEntry.outcome?.reason === notSentSentences.unsaved) stop(stopReasons.unsaved);
    else applyBrakes(finishedEntry);
  }

  async function runAll() {
    setRunState(state);
    try {
      await withRunLock(deletionTools, bulkKey, items, async () => {
        resolveStored();
        for (const entry of items) void queue.add(() => sendItem(entry));
        await queue.onIdle();
        await unsentItemsStored;
      });
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error;
      resolveStored();
      stop(stopReasons.noLock);
      await unsentItemsStored;
    }
    setRunState({ name: 'ended', reason: state.name === 'stopping' ? state.reason : null });
  }

  return { bulkKey, stored: allStored, done: runAll() };
}

/** Returns true while a bulk delete is running in any tab. @param run the last bulk delete of this page */
export function isBulkRunning(entries: readonly DeletionEntry[], run: BulkRun | null): boolean {
  if (run !== null && run.state.name !== 'ended') return true;
  return entries.some(({ bulkKey, outcome }) => bulkKey !== null && outcome === null);
}

/** Sentences that explain why a run stopped. Deletions that were not sent show the same sentences. */
const stopReasons = {
  byAdmin:
    'You stopped this bulk deletion. Requests already sent still get a result. The remaining deletions were not sent.',
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

/** Returns why a bulk delete stopped, or null. Reads it from the log, because a reload loses the state of the run. */
export function stopReasonOf(items: readonly DeletionEntry[]): string | null {
  const reasons = items.flatMap(({ outcome }) => (outcome?.kind === 'not-sent' ? outcome.reason : []));
  return reasons.find((reason) => /^(Stopped|You stopped)/.test(reason)) ?? null;
}

const retriableOutcomes = new Set(['refused', 'unknown', 'not-sent']);

/**
 * Returns the deletions of a bulk delete that can be retried. Skips a deletion if another deletion removed its row later.
 * @param entries all entries of the workspace
 */
export function findRetriableEntries(entries: readonly DeletionEntry[], bulkKey: string): DeletionEntry[] {
  const isRemoved = createRemovalCheck(entries);
  return entries.filter(
    (entry) =>
      entry.bulkKey === bulkKey &&
      entry.outcome !== null &&
      retriableOutcomes.has(entry.outcome.kind) &&
      !isRemoved(entry),
  );
}
