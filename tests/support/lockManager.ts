import { deferred } from './deferred.ts';

type Work = (lock: { name: string } | null) => unknown;
/** A tab that requests locks. A closed tab releases its locks and gets no other locks. */
export type LockOwner = { isClosed: boolean };
type Lock = { name: string; owner: LockOwner | undefined; grant: () => void };

/**
 * Creates the part of the Web Locks API that the console uses, for several tabs in one process.
 * @param getOwner returns the tab whose code is running
 */
export function createLockManager(getOwner: () => LockOwner | undefined) {
  let grantedLocks: Lock[] = [];
  let queue: Lock[] = [];

  function isFree({ name }: Lock, among: readonly Lock[]): boolean {
    return among.every((other) => other.name !== name);
  }

  function grantNext() {
    const waitingLocks: Lock[] = [];
    for (const lock of queue)
      if (!isFree(lock, [...grantedLocks, ...waitingLocks])) waitingLocks.push(lock);
      else {
        grantedLocks.push(lock);
        lock.grant();
      }
    queue = waitingLocks;
  }

  async function request(name: string, ...rest: [Work] | [{ ifAvailable?: boolean }, Work]) {
    const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest;
    const owner = getOwner();
    if (owner?.isClosed) return new Promise<never>(() => {});
    const { promise: granted, resolve: grant } = deferred<void>();
    const lock: Lock = { name, owner, grant };
    if (options.ifAvailable && !isFree(lock, [...grantedLocks, ...queue])) return await work(null);
    queue.push(lock);
    grantNext();
    await granted;
    if (owner?.isClosed) return new Promise<never>(() => {});
    try {
      return await work({ name });
    } finally {
      grantedLocks = grantedLocks.filter((other) => other !== lock);
      grantNext();
    }
  }

  return {
    locks: { request },
    /** Releases every lock of an owner and removes its requests from the queue. */
    release(owner: LockOwner) {
      grantedLocks = grantedLocks.filter((lock) => lock.owner !== owner);
      queue = queue.filter((lock) => lock.owner !== owner);
      grantNext();
    },
  };
}
