import type { DeleteOutcome } from '../../../api/deleteOutcome.ts';
import { readOldEntries } from '../secondEdition.ts';
import { storageTimeoutMs, withTimeout } from '../serviceData.ts';
import { type DeletionEntry, decodeEntries, notSentOutcome } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';

/** Returns the name of the lock that a page holds while it runs a deletion, or a bulk delete. The second edition uses it too. */
export function runLockName(serviceUrl: string, runKey: string): string {
  return `workspace-console.deletion-run.${serviceUrl}.${runKey}`;
}

/**
 * Stores the outcomes of deletions whose page is gone: `unknown` if the request was sent, `not-sent` if it was not.
 * @returns a function that ends it
 */
export function recordOrphanOutcomes(log: DeletionLog): () => void {
  const awaited = new Set<string>();

  function followRuns() {
    for (const entry of log.entries()) {
      const runKey = runKeyOf(entry);
      if (entry.outcome !== null || awaited.has(runKey)) continue;
      awaited.add(runKey);
      // Granted once the page that runs the deletion has stored every outcome, or is gone.
      navigator.locks
        .request(runLockName(log.serviceUrl, runKey), {}, () => undefined)
        .then(
          () => endRun(runKey),
          () => undefined,
        );
    }
  }

  async function endRun(runKey: string) {
    const unfinished = log.entries().filter((entry) => entry.outcome === null && runKeyOf(entry) === runKey);
    if (unfinished.length > 0)
      await withTimeout(storeOutcomes(unfinished), storageTimeoutMs).catch(() => undefined);
    // If the outcomes could not be stored now, the next change tries again.
    awaited.delete(runKey);
  }

  async function storeOutcomes(unfinished: readonly DeletionEntry[]) {
    // If a tab of the second edition ran the deletion, only the old log has its latest state.
    const stored = decodeEntries(await readOldEntries(log.serviceUrl));
    const old = new Map(stored.map((entry) => [entry.intentKey, entry]));
    const now = Date.now();
    await log.update(unfinished, (entry) => {
      const { sentAt, settledAt, outcome } = old.get(entry.intentKey) ?? entry;
      return { sentAt, settledAt: settledAt ?? now, outcome: outcome ?? orphanOutcome(sentAt) };
    });
  }

  followRuns();
  return log.subscribe(followRuns);
}

function runKeyOf({ bulkKey, intentKey }: DeletionEntry): string {
  return bulkKey ?? intentKey;
}

function orphanOutcome(sentAt: number | null): DeleteOutcome {
  const reason =
    sentAt === null
      ? 'The page was closed or reloaded before the request was sent.'
      : 'The page was closed or reloaded before the response came.';
  return { ...notSentOutcome(reason), kind: sentAt === null ? 'not-sent' : 'unknown' };
}
