import { cantWriteLogSentence } from '../../rules/mayDelete.ts';
import type { BulkDeletionRow, DeletionRow } from '../database/schema.ts';
import type { BulkLog } from './bulkLog.ts';
import { type BulkStop, findInterruption, restartStop } from './bulkStop.ts';
import type { DeletionLog } from './deletionLog.ts';
import type { Clock, Confirmation, Sender } from './sender.ts';

/** DELETE requests at a time. */
const concurrency = 3;
/** So often (ms), a run that waits for the service looks if it was stopped. */
const pollMs = 1_000;

/** Sends the items of a bulk delete that is stored. What stops it is in the database, so that any replica can do it. */
export function createBulkRunner(log: DeletionLog, bulkLog: BulkLog, sender: Sender, clock: Clock) {
  const { database, active } = log;

  async function sendAll(bulk: BulkDeletionRow, items: readonly DeletionRow[], confirmation: Confirmation) {
    const queue = [...items];
    let isStopped = false;
    /** False until one was clearly deleted. Only then more than one is sent at a time. */
    let isClear = false;
    /** By the monotonic clock, because the other one can be set back. */
    let waitEnd = 0;

    async function stop(reason: BulkStop): Promise<void> {
      isStopped = true;
      await sender.keepTrying(() => bulkLog.stop(bulk, reason));
    }

    async function waitForService(): Promise<void> {
      while (!isStopped && !sender.isClosing() && queue.length > 0) {
        const waitMs = waitEnd - clock.monotonic();
        if (waitMs <= 0) return;
        await sender.pause(Math.min(waitMs, pollMs));
        const stored = await bulkLog.find(bulk.id).catch(() => bulk);
        if (stored?.stopReason !== null || stored.endedAt !== null) isStopped = true;
      }
    }

    async function sendNext(): Promise<void> {
      await waitForService();
      if (sender.isClosing() && !isStopped) await stop(restartStop);
      const item = isStopped ? undefined : queue.shift();
      if (item === undefined) return;
      const decidedAt = clock.monotonic();
      const marked = await bulkLog.markSent(item).catch(() => ({ message: cantWriteLogSentence }));
      if (marked === null) {
        isStopped = true;
        return;
      }
      const { result } =
        'message' in marked
          ? await sender.settleUnsent(item, confirmation, marked.message)
          : await sender.send(marked, confirmation, decidedAt);
      const state = { isFirst: !isClear, now: database.now() };
      const interruption = findInterruption(result, item.name ?? item.instanceId, state);
      if (interruption === null) isClear = true;
      else if ('reason' in interruption) await stop(interruption);
      else {
        waitEnd = Math.max(waitEnd, clock.monotonic() + interruption.waitMs);
        const waitsUntil = database.now() + waitEnd - clock.monotonic();
        await bulkLog.noteWait(bulk.id, waitsUntil).catch(() => undefined);
      }
    }

    while (!isClear && !isStopped && queue.length > 0) await sendNext();
    const sendRest = async () => {
      while (!isStopped && queue.length > 0) await sendNext();
    };
    await Promise.all(Array.from({ length: concurrency }, sendRest));
    await sender.keepTrying(() => bulkLog.end(bulk));
  }

  /** Goes on in the background. */
  return function start(
    bulk: BulkDeletionRow,
    items: readonly DeletionRow[],
    confirmation: Confirmation,
  ): void {
    active.add(bulk.id);
    sender.track(sendAll(bulk, items, confirmation).finally(() => active.delete(bulk.id)));
  };
}
