import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { createLockManager } from '../../support/lockManager.ts';
import 'fake-indexeddb/auto';

/** One page load in a tab. A reload ends this `Tab` and starts a new one. A closed tab never receives a response. */
export type Tab = { number: number; isClosed: boolean };

const acting = new AsyncLocalStorage<Tab>();

/** Returns the tab whose code is running. */
export const actingTab = () => acting.getStore();

/** Runs code in the context of a tab. The asynchronous work that the code starts keeps this context. */
export const inTab = <Result>(tab: Tab, work: () => Result): Result => acting.run(tab, work);

/** Holds the lock of a run, as the page of a running deletion does. @returns a function that releases the lock */
export function holdRunLock(tab: Tab, runKey: string): () => void {
  const { promise: held, resolve: release } = deferred<void>();
  inTab(tab, () => {
    void navigator.locks.request(`workspace-console.deletion-run./api.${runKey}`, {}, () => held);
  });
  return release;
}

/**
 * Replaces the globals of the browser, so that several tabs run in one process. The tabs share IndexedDB, Web Locks,
 * BroadcastChannels, and a clock that only the test advances.
 */
export function tabsInOneProcess() {
  const { locks, heldLocks, release } = createLockManager(actingTab);
  const channels = new Set<Channel>();
  let tabs = 0;

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
        if (other !== this && other.name === this.name) setImmediate(() => other.#hear(data));
    }
    #hear(data: unknown) {
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
  const due = new Set<number>();
  // A timer callback runs in the context of the tab that set it.
  const setTimeoutInTab = (work: () => void, ms = 0) => {
    due.add(performance.now() + ms);
    return setFakeTimeout(AsyncResource.bind(work), ms);
  };
  vi.stubGlobal('setTimeout', setTimeoutInTab);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('BroadcastChannel', Channel);
  let storage: 'works' | 'refuses' | 'hangs' | 'full' = 'works';
  let putCount = 0;
  const transactions = new Set<{ tab: Tab; begun: IDBTransaction }>();
  const { transaction } = IDBDatabase.prototype;
  const { put } = IDBObjectStore.prototype;
  // If the disk is full, abort the transaction of every second write.
  IDBObjectStore.prototype.put = function putUnlessFull(...given) {
    putCount += 1;
    const request = put.apply(this, given);
    if (storage === 'full' && putCount % 2 === 0) setImmediate(abort, this.transaction);
    return request;
  };
  IDBDatabase.prototype.transaction = function begin(...given) {
    // A closed tab starts no write transaction.
    if (actingTab()?.isClosed && given[1] === 'readwrite')
      throw new DOMException('The tab is closed.', 'InvalidStateError');
    if (storage === 'refuses' && given[1] === 'readwrite') throw new DOMException('Broken.', 'UnknownError');
    if (storage === 'hangs' && String(given[1]) !== 'versionchange') return hangingTransaction as never;
    const begun = transaction.apply(this, given);
    const tab = actingTab();
    if (tab !== undefined && given[1] === 'readwrite') transactions.add({ tab, begun });
    return begun;
  };
  const ownLocks = Object.getOwnPropertyDescriptor(navigator, 'locks');
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });

  return {
    open(): Tab {
      tabs += 1;
      return { number: tabs, isClosed: false };
    },
    /** Closes a tab. As in a browser, its writes are aborted and its locks are released. */
    unload(tab: Tab) {
      tab.isClosed = true;
      for (const one of transactions) if (one.tab === tab) abort(one.begun);
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
        for (const at of due) if (at <= performance.now()) due.delete(at);
        const ahead = Math.min(end, ...due) - performance.now();
        await vi.advanceTimersByTimeAsync(ahead);
        await finishWork();
      } while (performance.now() < end);
    },
    restore() {
      vi.unstubAllGlobals();
      IDBDatabase.prototype.transaction = transaction;
      IDBObjectStore.prototype.put = put;
      vi.useRealTimers();
      if (ownLocks === undefined) Reflect.deleteProperty(navigator, 'locks');
      else Object.defineProperty(navigator, 'locks', ownLocks);
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
