import { blankOutcome, type DeleteOutcome, type DeleteTarget } from '../../../api/deleteOutcome.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';
import { targetKey } from './deletionMarks.ts';

/** Keeps every tab of this browser but one away from a target. */
export function targetLock(serviceUrl: string, target: DeleteTarget): string {
  return `workspace-console.deletion.${serviceUrl}.${targetKey(target)}`;
}

/** Shows that somebody is at an intent, or at all those of a bulk deletion, from before they are written down. */
export function runLock(serviceUrl: string, runKey: string): string {
  return `workspace-console.deletion-run.${serviceUrl}.${runKey}`;
}

/**
 * Runs the work under a lock, which goes with the page, however it goes.
 * @param work told whether it has the lock; without `ifAvailable` it always has
 */
export async function withLock<Result>(
  name: string,
  options: { ifAvailable?: boolean },
  work: (isHeld: boolean) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false;
  try {
    return await navigator.locks.request(name, options, (lock) => {
      hasBegun = true;
      return work(lock !== null);
    });
  } catch (error) {
    if (hasBegun) throw error;
    // A browser that refuses storage refuses locks too; its tabs know nothing of each other then.
    return work(true);
  }
}

/**
 * Concludes, in every tab and on every visit, what became of open intents that nobody is at any more: sent means unknown,
 * never sent means not sent.
 * @returns ends that
 */
export function settleOrphans(log: DeletionLog): () => void {
  const awaited = new Set<string>();

  function look() {
    for (const entry of log.entries()) {
      const runKey = runKeyOf(entry);
      if (entry.outcome !== null || awaited.has(runKey)) continue;
      awaited.add(runKey);
      // Given only once the page that is at it has written all outcomes down, or is gone.
      navigator.locks
        .request(runLock(log.serviceUrl, runKey), {}, () => undefined)
        .then(
          () => settle(runKey),
          () => undefined,
        );
    }
  }

  async function settle(runKey: string) {
    const open = log.entries().filter((entry) => entry.outcome === null && runKeyOf(entry) === runKey);
    const settledAt = Date.now();
    await log.update(open, (entry) => ({ settledAt, outcome: orphanOutcome(entry) }));
    // What could not be settled now is tried again when something changes.
    awaited.delete(runKey);
  }

  look();
  return log.subscribe(look);
}

function runKeyOf({ bulkKey, intentKey }: DeletionEntry): string {
  return bulkKey ?? intentKey;
}

/** What can honestly be said of an intent whose page went away before its outcome was written down. */
function orphanOutcome({ sentAt }: DeletionEntry): DeleteOutcome {
  const when = sentAt === null ? 'its turn came; nothing was sent.' : 'the answer came.';
  return {
    ...notSent(`The page was closed or reloaded before ${when}`),
    kind: sentAt === null ? 'not-sent' : 'unknown',
  };
}

/** The outcome of an intent that never left this page, and why. */
export function notSent(reason: string): DeleteOutcome {
  return { ...blankOutcome, kind: 'not-sent', reason };
}
