import type { DeleteOutcome } from '../api/deleteOutcome.ts';
import { readOldEntries } from '../compute/secondEdition.ts';
import { storageTimeoutMs, withTimeout } from '../compute/serviceData.ts';
import { createNotSentOutcome, type DeletionEntry, decodeEntries } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';

/** Returns the name of the lock that a page holds during its run. Tabs of the second edition use the same name. */
export function runLockName(serviceUrl: string, runKey: string): string {
  return `workspace-console.deletion-run.${serviceUrl}.${runKey}`;
}

/**
 * Stores an outcome for each deletion whose page was closed: `unknown` if the request was sent, otherwise `not-sent`.
 * @returns a function that stops watching the log
 */
export function recordOrphanOutcomes(log: DeletionLog): () => void {
  const awaitedRunKeys = new Set<string>();

  function followRuns() {
    for (const entry of log.entries()) {
      const runKey = runKeyOf(entry);
      if (entry.outcome !== null || awaitedRunKeys.has(runKey)) continue;
      awaitedRunKeys.add(runKey);
      // The browser grants this lock when the page of the run has saved all outcomes, or when the page has closed.
      navigator.locks
        .request(runLockName(log.serviceUrl, runKey), {}, () => undefined)
        .then(
          () => endRun(runKey),
          () => undefined,
        );
    }
  }

  async function endRun(runKey: string) {
    const unfinishedEntries = log
      .entries()
      .filter((entry) => entry.outcome === null && runKeyOf(entry) === runKey);
    if (unfinishedEntries.length > 0)
      await withTimeout(storeOutcomes(unfinishedEntries), storageTimeoutMs).catch(() => undefined);
    // If storing failed, the next change of the log starts another attempt.
    awaitedRunKeys.delete(runKey);
  }

  async function storeOutcomes(unfinishedEntries: readonly DeletionEntry[]) {
    // If a tab of the second edition ran the deletion, only the old log has the latest state of the deletion.
    const oldEntries = decodeEntries(await readOldEntries(log.serviceUrl));
    const oldByKey = new Map(oldEntries.map((entry) => [entry.intentKey, entry]));
    const now = Date.now();
    await log.update(unfinishedEntries, (entry) => {
      const { sentAt, settledAt, outcome } = oldByKey.get(entry.intentKey) ?? entry;
      return { sentAt, settledAt: settledAt ?? now, outcome: outcome ?? createOrphanOutcome(sentAt) };
    });
  }

  followRuns();
  return log.subscribe(followRuns);
}

function runKeyOf({ bulkKey, intentKey }: DeletionEntry): string {
  return bulkKey ?? intentKey;
}

function createOrphanOutcome(sentAt: number | null): DeleteOutcome {
  const reason =
    sentAt === null
      ? 'The page was closed or reloaded before the request was sent.'
      : 'The page was closed or reloaded before the response arrived.';
  return { ...createNotSentOutcome(reason), kind: sentAt === null ? 'not-sent' : 'unknown' };
}
