import type { DeleteOutcome } from '../../../api/deleteOutcome.ts';
import { runLock } from '../secondEdition.ts';
import { type DeletionEntry, notSent } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';

/**
 * Gives an outcome to open intents whose page is gone, in every tab and on every visit: `unknown` if the intent was sent,
 * `not-sent` if it was not.
 * @returns a function that ends it
 */
export function settleOrphans(log: DeletionLog): () => void {
  const awaited = new Set<string>();

  function followRuns() {
    for (const entry of log.entries()) {
      const runKey = runKeyOf(entry);
      if (entry.outcome !== null || awaited.has(runKey)) continue;
      awaited.add(runKey);
      // Granted once the page that runs the deletion has stored every outcome, or is gone.
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
    // If they could not be settled now, the next change tries again.
    awaited.delete(runKey);
  }

  followRuns();
  return log.subscribe(followRuns);
}

function runKeyOf({ bulkKey, intentKey }: DeletionEntry): string {
  return bulkKey ?? intentKey;
}

function orphanOutcome({ sentAt }: DeletionEntry): DeleteOutcome {
  const reason =
    sentAt === null
      ? 'The page was closed or reloaded before the request was sent.'
      : 'The page was closed or reloaded before the response came.';
  return { ...notSent(reason), kind: sentAt === null ? 'not-sent' : 'unknown' };
}
