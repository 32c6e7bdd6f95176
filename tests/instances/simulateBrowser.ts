import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createLockManager } from '../support/lockManager.ts';
import 'fake-indexeddb/auto';

/** One page load in a tab, so a reload creates a new `Tab`. A closed tab never receives a response. */
export type Tab = { isClosed: boolean };

export type StorageState = 'works' | 'refuses writes' | 'hangs' | 'full';

const tabContext = new AsyncLocalStorage<Tab>();

export const getCurrentTab = () => tabContext.getStore();

/** Runs code in the context of a tab. The asynchronous work that the code starts keeps this context. */
export const runInTab = <Result>(tab: Tab, work: () => Result): Result => tabContext.run(tab, work);

export function makeIndexedDbHang(): void {
  vi.stubGlobal('indexedDB', { open: () => Reflect.construct(IDBOpenDBRequest, []) });
}

/**
 * Replaces the globals of the browser, so that several tabs run in one process. The tabs share IndexedDB, Web Locks,
 * BroadcastChannels, and a clock that only the test advances.
 */
export function simulateBrowser() {
  const { locks, release } = createLockManager(getCurrentTab);
  const channels = new Set<Channel>();

  class Channel {
    readonly tab = getCurrentTab();
    readonly name: string;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor(name: string) {
      this.name = name;
      channels.add(this);
    }
    postMessage(data: unknown) {
      if (this.tab?.isClosed) return;
      for (const otherChannel of channels)
        if (otherChannel !== this && otherChannel.name === this.name)
          setImmediate(() => otherChannel.#receive(data));
    }
    #receive(data: unknown) {
      const { tab, onmessage } = this;
      if (tab !== undefined && !tab.isClosed) runInTab(tab, () => onmessage?.({ data }));
    }
    close() {
      channels.delete(this);
    }
  }

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const setFakeTimeout = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (callback: () => void, ms?: number) =>
    setFakeTimeout(AsyncResource.bind(callback), ms),
  );
  vi.stubGlobal('navigator', { onLine: true, locks });
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('BroadcastChannel', Channel);
  let storage: StorageState = 'works';
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
    if (getCurrentTab()?.isClosed && args[1] === 'readwrite')
      throw new DOMException('The tab is closed.', 'InvalidStateError');
    if (storage === 'refuses writes' && args[1] === 'readwrite')
      throw new DOMException('Broken.', 'UnknownError');
    if (storage === 'hangs' && String(args[1]) !== 'versionchange') return hangingTransaction as never;
    const transaction = originalTransaction.apply(this, args);
    const tab = getCurrentTab();
    if (tab !== undefined && args[1] === 'readwrite') writes.add({ tab, transaction });
    return transaction;
  };

  return {
    open: (): Tab => ({ isClosed: false }),
    /** Closes a tab. As in a browser, its writes are aborted and its locks are released. */
    close(tab: Tab) {
      tab.isClosed = true;
      for (const write of writes) if (write.tab === tab) abort(write.transaction);
      for (const channel of channels) if (channel.tab === tab) channels.delete(channel);
      release(tab);
    },
    setStorage(state: StorageState) {
      storage = state;
    },
    /** Runs a number of event loop turns without advancing the clock. */
    async runTurns(count: number) {
      for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
    },
    /** Advances the clock by `ms`. Between two timers, IndexedDB finishes its work, as in a real browser. */
    async advanceClock(ms: number) {
      const endTime = performance.now() + ms;
      await finishWork();
      setFakeTimeout(() => undefined, ms);
      while (performance.now() < endTime) {
        await vi.advanceTimersToNextTimerAsync();
        await finishWork();
      }
    },
    restore() {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      IDBDatabase.prototype.transaction = originalTransaction;
      IDBObjectStore.prototype.put = originalPut;
      vi.useRealTimers();
    },
  };
}

/** Aborts a transaction if it is not committed yet, as a browser does when its page closes. */
function abort(transaction: IDBTransaction) {
  try {
    transaction.abort();
  } catch {
    // The transaction is already committed, so it can't be aborted.
  }
}

const hang = () => new Promise(() => {});
/** A transaction that neither completes nor fails. */
const hangingTransaction = { store: new Proxy({}, { get: () => hang }), done: hang(), abort() {} };

/** Waits until `setImmediate` has no more work. Limits the number of turns, because a test can hold a transaction open. */
async function finishWork() {
  for (let turn = 0, idleTurns = 0; turn < 300 && idleTurns < 5; turn += 1) {
    await new Promise(setImmediate);
    idleTurns = process.getActiveResourcesInfo().includes('Immediate') ? 0 : idleTurns + 1;
  }
}
