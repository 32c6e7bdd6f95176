import type { DeleteOutcome } from '../../../api/deleteOutcome.ts';
import { readOldEntries } from '../secondEdition.ts';
import { storageTimeoutMs, withTimeout } from '../serviceData.ts';
import { type DeletionEntry, decodeEntry, notSent } from './deletionEntry.ts';
import { runLock } from './deletionLocks.ts';
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
    if (open.length > 0) await withTimeout(giveOutcomes(open), storageTimeoutMs).catch(() => undefined);
    // If they could not be settled now, the next change tries again.
    awaited.delete(runKey);
  }

  async function giveOutcomes(open: readonly DeletionEntry[]) {
    // If a tab of the second edition ran the intent, only the old log has its latest state.
    const stored = (await readOldEntries(log.serviceUrl)).flatMap((entry) => decodeEntry(entry) ?? []);
    const old = new Map(stored.map((entry) => [entry.intentKey, entry]));
    const now = Date.now();
    await log.update(open, (entry) => {
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
  return { ...notSent(reason), kind: sentAt === null ? 'not-sent' : 'unknown' };
}
