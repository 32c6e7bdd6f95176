import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createLockManager } from '../../support/lockManager.ts';
import 'fake-indexeddb/auto';

/** A tab, or one load of its page; what is asked for in one that has gone never comes. */
export type Tab = { number: number; isGone: boolean };

const acting = new AsyncLocalStorage<Tab>();

/** The tab whose code is running. */
export const actingTab = () => acting.getStore();

/** Runs code as that of a tab; all that it waits for goes on as that tab's too. */
export const inTab = <Result>(tab: Tab, work: () => Result): Result => acting.run(tab, work);

/**
 * One browser for tabs that live side by side in one process: a database, Web Locks and BroadcastChannels that they share,
 * with the rules of the browser, and a clock that stands still until it is told. It takes the place of the globals.
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
      if (this.tab?.isGone) return;
      for (const other of channels)
        if (other !== this && other.name === this.name) setImmediate(() => other.#hear(data));
    }
    #hear(data: unknown) {
      const { tab, onmessage } = this;
      if (tab !== undefined && !tab.isGone) inTab(tab, () => onmessage?.({ data }));
    }
    close() {
      channels.delete(this);
    }
  }

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const setFakeTimeout = globalThis.setTimeout;
  /** When timers come that were set, cleared ones too. */
  const due = new Set<number>();
  // What a timer calls goes on as the tab that set it.
  const bound = (work: () => void, ms = 0) => {
    due.add(performance.now() + ms);
    return setFakeTimeout(AsyncResource.bind(work), ms);
  };
  vi.stubGlobal('setTimeout', bound);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('BroadcastChannel', Channel);
  let storage: 'works' | 'refuses' | 'hangs' | 'full' = 'works';
  let puts = 0;
  const transactions = new Set<{ tab: Tab; begun: IDBTransaction }>();
  const { transaction } = IDBDatabase.prototype;
  const { put } = IDBObjectStore.prototype;
  // A full disk aborts the transaction that has no room left.
  IDBObjectStore.prototype.put = function putUnlessFull(...given) {
    puts += 1;
    const request = put.apply(this, given);
    if (storage === 'full' && puts % 2 === 0) setImmediate(abort, this.transaction);
    return request;
  };
  IDBDatabase.prototype.transaction = function begin(...given) {
    // A tab that has gone begins nothing more.
    if (actingTab()?.isGone && given[1] === 'readwrite')
      throw new DOMException('The tab has gone.', 'InvalidStateError');
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
      return { number: tabs, isGone: false };
    },
    /** A tab goes, in whatever it was: the browser frees its locks, and its code runs no further. */
    unload(tab: Tab) {
      tab.isGone = true;
      for (const one of transactions) if (one.tab === tab) abort(one.begun);
      for (const channel of channels) if (channel.tab === tab) channels.delete(channel);
      release(tab);
    },
    heldLocks,
    setStorage(how: typeof storage) {
      storage = how;
    },
    /** Lets so many turns of the event loop pass, without any time. */
    async turns(count: number) {
      for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
    },
    /** Lets time pass, in ms, and what it brings about happen: a database answers long before the next timer comes. */
    async pass(ms: number) {
      const end = performance.now() + ms;
      await this.turns(turnsToRest);
      do {
        for (const at of due) if (at <= performance.now()) due.delete(at);
        const ahead = Math.min(end, ...due) - performance.now();
        if (ahead > 1_000) await this.turns(turnsOfLongWaits);
        await vi.advanceTimersByTimeAsync(ahead);
        await this.turns(turnsToRest);
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

/** Aborts a transaction that has not been committed, as a browser does when its page goes. */
function abort(transaction: IDBTransaction) {
  try {
    transaction.abort();
  } catch {
    // It was committed.
  }
}

const never = () => new Promise(() => {});
/** One that neither ends nor fails, whatever is asked of it. */
const hangingTransaction = { store: new Proxy({}, { get: () => never }), done: never(), abort() {} };

/** After so many turns everything that needs no time has happened. */
const turnsToRest = 60;
/** Nothing that the database was asked for in a row takes a second. */
const turnsOfLongWaits = 300;
