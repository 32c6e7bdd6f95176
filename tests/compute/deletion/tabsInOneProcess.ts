import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createLockManager } from '../../support/lockManager.ts';
import 'fake-indexeddb/auto';

/** One page load in a tab. A reload ends this `Tab` and starts a new one. A closed tab never receives a response. */
export type Tab = { isClosed: boolean };

const acting = new AsyncLocalStorage<Tab>();

/** Returns the tab whose code is running. */
export const actingTab = () => acting.getStore();

/** Runs code in the context of a tab. The asynchronous work that the code starts keeps this context. */
export const inTab = <Result>(tab: Tab, work: () => Result): Result => acting.run(tab, work);

/** Holds the lock of a run, as the page of a running deletion does, until `unload` closes the tab. */
export function holdRunLock(tab: Tab, runKey: string): void {
  inTab(tab, () => {
    void navigator.locks.request(`workspace-console.deletion-run./api.${runKey}`, {}, never);
  });
}

/**
 * Replaces the globals of the browser, so that several tabs run in one process. The tabs share IndexedDB, Web Locks,
 * BroadcastChannels, and a clock that only the test advances.
 */
export function tabsInOneProcess() {
  const { locks, heldLocks, release } = createLockManager(actingTab);
  const channels = new Set<Channel>();

  class Channel {
    readonly tab = actingTab();
    readonly name: string;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor(name: string) {
      this.name = name;
      channels.add(this);
    }
    postMessage(data: unknown) {
      if (this.tab?.isClosed) return;
      for (const other of channels)
        if (other !== this && other.name === this.name) setImmediate(() => other.#receive(data));
    }
    #receive(data: unknown) {
      const { tab, onmessage } = this;
      if (tab !== undefined && !tab.isClosed) inTab(tab, () => onmessage?.({ data }));
    }
    close() {
      channels.delete(this);
    }
  }

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const setFakeTimeout = globalThis.setTimeout;
  /** Due times of all timers (ms), including cleared timers. */
  const dueTimes = new Set<number>();
  // A timer callback runs in the context of the tab that set the timer.
  const setTimeoutInTab = (work: () => void, ms = 0) => {
    dueTimes.add(performance.now() + ms);
    return setFakeTimeout(AsyncResource.bind(work), ms);
  };
  vi.stubGlobal('setTimeout', setTimeoutInTab);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('BroadcastChannel', Channel);
  let storage: 'works' | 'refuses' | 'hangs' | 'full' = 'works';
  let putCount = 0;
  const writes = new Set<{ tab: Tab; transaction: IDBTransaction }>();
  const { transaction: originalTransaction } = IDBDatabase.prototype;
  const { put: originalPut } = IDBObjectStore.prototype;
  // If the disk is full, abort the transaction of every second write.
  IDBObjectStore.prototype.put = function putUnlessFull(...args) {
    putCount += 1;
    const request = originalPut.apply(this, args);
    if (storage === 'full' && putCount % 2 === 0) setImmediate(abort, this.transaction);
    return request;
  };
  IDBDatabase.prototype.transaction = function begin(...args) {
    // A closed tab starts no write transaction.
    if (actingTab()?.isClosed && args[1] === 'readwrite')
      throw new DOMException('The tab is closed.', 'InvalidStateError');
    if (storage === 'refuses' && args[1] === 'readwrite') throw new DOMException('Broken.', 'UnknownError');
    if (storage === 'hangs' && String(args[1]) !== 'versionchange') return hangingTransaction as never;
    const transaction = originalTransaction.apply(this, args);
    const tab = actingTab();
    if (tab !== undefined && args[1] === 'readwrite') writes.add({ tab, transaction });
    return transaction;
  };
  const originalLocks = Object.getOwnPropertyDescriptor(navigator, 'locks');
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });

  return {
    open: (): Tab => ({ isClosed: false }),
    /** Closes a tab. As in a browser, its writes are aborted and its locks are released. */
    unload(tab: Tab) {
      tab.isClosed = true;
      for (const write of writes) if (write.tab === tab) abort(write.transaction);
      for (const channel of channels) if (channel.tab === tab) channels.delete(channel);
      release(tab);
    },
    heldLocks,
    setStorage(how: typeof storage) {
      storage = how;
    },
    /** Runs a number of event loop turns without advancing the clock. */
    async runTurns(count: number) {
      for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
    },
    /** Advances the clock by `ms`. Between two timers, IndexedDB finishes its work, as in a real browser. */
    async advanceClock(ms: number) {
      const end = performance.now() + ms;
      await finishWork();
      do {
        for (const time of dueTimes) if (time <= performance.now()) dueTimes.delete(time);
        const aheadMs = Math.min(end, ...dueTimes) - performance.now();
        await vi.advanceTimersByTimeAsync(aheadMs);
        await finishWork();
      } while (performance.now() < end);
    },
    /** Restores the globals and all mocks. */
    restore() {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      IDBDatabase.prototype.transaction = originalTransaction;
      IDBObjectStore.prototype.put = originalPut;
      vi.useRealTimers();
      if (originalLocks === undefined) Reflect.deleteProperty(navigator, 'locks');
      else Object.defineProperty(navigator, 'locks', originalLocks);
    },
  };
}

/** Aborts a transaction that has not been committed, as a browser does when its page is closed. */
function abort(transaction: IDBTransaction) {
  try {
    transaction.abort();
  } catch {
    // The transaction was already committed.
  }
}

const never = () => new Promise(() => {});
/** A transaction that neither completes nor fails. */
const hangingTransaction = { store: new Proxy({}, { get: () => never }), done: never(), abort() {} };

/**
 * Waits until all work without a timer is done. IndexedDB and the channels use `setImmediate`. The number of turns is
 * limited, because a transaction that a test holds open never ends.
 */
async function finishWork() {
  for (let turn = 0, idleTurns = 0; turn < 300 && idleTurns < 5; turn += 1) {
    await new Promise(setImmediate);
    idleTurns = process.getActiveResourcesInfo().includes('Immediate') ? 0 : idleTurns + 1;
  }
}
