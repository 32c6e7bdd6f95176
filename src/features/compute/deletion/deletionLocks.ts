import type { DeletionLog } from './deletionLog.ts';

// The names of both locks are those of the second edition, so that its open tabs are excluded too.

/** Returns the lock that lets only one tab send a DELETE to a target. */
export function targetLock(serviceUrl: string, targetKey: string): string {
  return `workspace-console.deletion.${serviceUrl}.${targetKey}`;
}

/** Returns the lock that a page holds while it runs an intent, or a bulk delete. */
export function runLock(serviceUrl: string, runKey: string): string {
  return `workspace-console.deletion-run.${serviceUrl}.${runKey}`;
}

/** How long a lock may take to be granted (ms). */
const lockTimeoutMs = 5_000;

/** The browser did not grant a lock in time, so the work was not done. */
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
 * Runs intents under their run lock, and keeps it until their outcomes are stored: other tabs take an open intent without
 * a lock for abandoned.
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
