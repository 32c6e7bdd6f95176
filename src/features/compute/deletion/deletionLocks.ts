import type { DeleteOutcome } from '../../../api/deleteOutcome.ts';
import { readOldEntries } from '../secondEdition.ts';
import { storageTimeoutMs, withTimeout } from '../serviceData.ts';
import { type DeletionEntry, decodeEntry, notSent } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';

// The names of both locks are those of the second edition, so that its open tabs are excluded too.

/** Returns the lock that lets only one tab send a DELETE to a target. */
export function targetLock(serviceUrl: string, targetKey: string): string {
  return `workspace-console.deletion.${serviceUrl}.${targetKey}`;
}

/** Returns the lock that a page holds while it runs a deletion, or a bulk delete. */
function runLock(serviceUrl: string, runKey: string): string {
  return `workspace-console.deletion-run.${serviceUrl}.${runKey}`;
}

const lockTimeoutMs = 5_000;

export class LockTimeout extends Error {
  override name = 'LockTimeout';
}

/**
 * Does the work under a lock, which the browser releases when the page goes away.
 * @param work called with false if `ifAvailable` is set and another page holds the lock
 * @throws LockTimeout if the browser does not answer, or does not grant the lock in time
 */
export function withLock<Result>(
  name: string,
  { ifAvailable = false }: { ifAvailable?: boolean },
  work: (isHeld: boolean) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    let hasBegun = false;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      isLate = true;
      abort.abort();
      reject(new LockTimeout('The browser did not grant a lock in time.'));
    }, lockTimeoutMs);
    async function begin(isHeld: boolean) {
      if (isLate) return;
      hasBegun = true;
      clearTimeout(timer);
      try {
        resolve(await work(isHeld));
      } catch (error) {
        reject(error);
      }
    }
    // A request that takes the lock only if it is free can't be aborted.
    const options = ifAvailable ? { ifAvailable } : { signal: abort.signal };
    // A browser that refuses storage refuses locks too. Its tabs know nothing of each other.
    requestLock(name, options, (lock) => begin(lock !== null)).catch(async () => {
      if (!hasBegun) await begin(true);
    });
  });
}

async function requestLock(name: string, options: LockOptions, granted: LockGrantedCallback<void>) {
  await navigator.locks.request(name, options, granted);
}

/**
 * Runs deletions under their run lock, and keeps it until their outcomes are stored: other tabs take a deletion that has
 * neither an outcome nor a lock for abandoned.
 */
export function withRunLock<Result>(
  log: DeletionLog,
  runKey: string,
  intentKeys: readonly string[],
  run: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    withLock(runLock(log.serviceUrl, runKey), {}, async () => {
      resolve(await run());
      await log.whenSaved(intentKeys);
    }).catch(reject);
  });
}

/**
 * Stores the outcomes of deletions whose page is gone: `unknown` if the request was sent, `not-sent` if it was not. Every
 * tab and every visit does this.
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
        .request(runLock(log.serviceUrl, runKey), {}, () => undefined)
        .then(
          () => endRun(runKey),
          () => undefined,
        );
    }
  }

  async function endRun(runKey: string) {
    const open = log.entries().filter((entry) => entry.outcome === null && runKeyOf(entry) === runKey);
    if (open.length > 0) await withTimeout(storeOutcomes(open), storageTimeoutMs).catch(() => undefined);
    // If the outcomes could not be stored now, the next change tries again.
    awaited.delete(runKey);
  }

  async function storeOutcomes(open: readonly DeletionEntry[]) {
    // If a tab of the second edition ran the deletion, only the old log has its latest state.
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
