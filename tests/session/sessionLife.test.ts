// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitSession } from '../../src/session/awaitSession.ts';
import { createSessionLife } from '../../src/session/createSessionLife.ts';
import { createSessionStore } from '../../src/session/createSessionStore.ts';
import { sessionChannel } from '../../src/session/sessionChannel.ts';
import { signOutMark } from '../../src/session/signOutMark.ts';

const nine = Date.UTC(2026, 2, 2, 9);
const minute = 60_000;
const regions = { items: [], unreadable: [] };

function tab(keep = true) {
  const store = createSessionStore({
    serviceUrl: '/api',
    idleMs: 15 * minute,
    prepare: () => undefined,
  });
  store.enter(store.connect('t0ken'), 'acme', keep, regions);
  const life = createSessionLife(store, '/api', 15 * minute);
  const told: unknown[] = [];
  const stop = life.subscribe(() => told.push(life.warning()?.why ?? null));
  onTestFinished(stop);
  return { store, life, told, stop };
}

/** A tab that has just been opened. */
function newTab() {
  sessionStorage.clear();
  const store = createSessionStore({
    serviceUrl: '/api',
    idleMs: 15 * minute,
    prepare: () => undefined,
  });
  onTestFinished(awaitSession(store, '/api'));
  return store;
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.useFakeTimers({ now: nine, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

describe('the clock', () => {
  it('warns once, ends in time, and says why', () => {
    const { store, life, told } = tab();
    vi.advanceTimersByTime(13 * minute - 1_000);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(life.warning()).toEqual({ why: 'idle', at: nine + 15 * minute });
    vi.advanceTimersByTime(minute);
    expect(told).toEqual(['idle']);
    vi.advanceTimersByTime(minute);
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'idle' });
  });

  it('starts anew at a sign of life, but not at one that comes too late', () => {
    const { store, life } = tab();
    vi.advanceTimersByTime(10 * minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    vi.advanceTimersByTime(12 * minute);
    expect(life.warning()).toBeNull();
    // As in sleep: the timers stand still.
    vi.setSystemTime(nine + 60 * minute);
    window.dispatchEvent(new Event('pointerdown'));
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'idle' });
  });

  it('is asked on every wake', () => {
    for (const wake of [
      () => window.dispatchEvent(new Event('focus')),
      () => window.dispatchEvent(new Event('pageshow')),
      () => document.dispatchEvent(new Event('visibilitychange')),
    ]) {
      vi.setSystemTime(nine);
      const { store } = tab();
      vi.setSystemTime(nine + 15 * minute);
      wake();
      expect(store.get().status).toBe('signed-out');
    }
  });

  it('takes no sign of life while the warning stands; Stay signed in is one', () => {
    const { life } = tab();
    vi.advanceTimersByTime(14 * minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(life.warning()?.why).toBe('idle');
    life.stay();
    expect(life.warning()).toBeNull();
    vi.advanceTimersByTime(13 * minute);
    expect(life.warning()).toEqual({ why: 'idle', at: nine + 29 * minute });
  });

  it('says what can’t be put off only once in a session', () => {
    const { store, life, told } = tab();
    for (let hour = 0; hour < 47; hour += 1) {
      vi.advanceTimersByTime(10 * minute);
      window.dispatchEvent(new KeyboardEvent('keydown'));
    }
    vi.advanceTimersByTime(8 * minute);
    expect(life.warning()?.why).toBe('too-long');
    life.stay();
    vi.advanceTimersByTime(minute);
    expect(told).toEqual(['too-long', null]);
    vi.advanceTimersByTime(minute);
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'too-long' });
  });

  it('ends nothing during a deletion, and leaves two minutes after it', () => {
    const { store, life } = tab();
    life.setDeleting(true);
    vi.advanceTimersByTime(60 * minute);
    expect([store.get().status, life.warning()]).toEqual(['signed-in', null]);
    life.setDeleting(false);
    // Its outcome is read out before a warning can cover it.
    expect(life.warning()).toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(life.warning()).toEqual({ why: 'idle', at: nine + 62 * minute });
    vi.advanceTimersByTime(2 * minute);
    expect(store.get().status).toBe('signed-out');
  });

  it('counts a session anew that begins over a kept page', () => {
    const { store, life } = tab();
    vi.advanceTimersByTime(14 * minute);
    store.enter(store.connect('other'), 'acme', true, regions);
    expect(life.warning()).toBeNull();
    vi.advanceTimersByTime(12 * minute);
    expect(store.get().status).toBe('signed-in');
  });

  it('stands still where nobody listens any more', () => {
    const { store, stop } = tab();
    stop();
    vi.advanceTimersByTime(60 * minute);
    window.dispatchEvent(new Event('focus'));
    expect(store.get().status).toBe('signed-in');
  });
});

describe('a page that goes away', () => {
  it('writes down the last sign of life, and forgets in memory', () => {
    const { store } = tab();
    vi.advanceTimersByTime(5 * minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    vi.advanceTimersByTime(minute);
    window.dispatchEvent(new Event('pagehide'));
    expect(store.get().status).toBe('signed-out');
    const kept: unknown = JSON.parse(sessionStorage.getItem('workspace-console.session') ?? '');
    expect(kept).toMatchObject({ signedInAt: nine, activeAt: nine + 5 * minute });
  });

  it('goes on where the browser brings it back whole, and only then', () => {
    const { store } = tab();
    onTestFinished(awaitSession(store, '/api'));
    window.dispatchEvent(new Event('pagehide'));
    window.dispatchEvent(pageshow(false));
    expect(store.get().status).toBe('signed-out');
    window.dispatchEvent(pageshow(true));
    expect(store.get().status).toBe('signed-in');
  });
});

describe('tabs', () => {
  it('hear of a sign-out, and say whether a deletion was under way', async () => {
    const one = tab();
    const two = tab();
    two.life.setDeleting(true);
    one.life.signOut();
    expect(one.store.get()).toMatchObject({ status: 'signed-out', why: null, duringDeletion: false });
    await vi.waitFor(() => expect(two.store.get().status).toBe('signed-out'));
    expect(two.store.get()).toMatchObject({ why: 'elsewhere', duringDeletion: true });
    expect(signOutMark.read('/api')).toBe(nine);
  });

  it('hear of a sign of life', async () => {
    const one = tab();
    vi.advanceTimersByTime(14 * minute);
    const two = tab();
    expect(one.life.warning()?.why).toBe('idle');
    vi.advanceTimersByTime(2_000 - 1);
    window.dispatchEvent(new Event('wheel'));
    await vi.waitFor(() => expect(one.life.warning()).toBeNull());
    expect(two.life.warning()).toBeNull();
  });

  it('hand a kept session to a new one, with its time', async () => {
    tab();
    vi.advanceTimersByTime(minute);
    const store = newTab();
    await vi.waitFor(() => expect(store.get().status).toBe('signed-in'));
    expect(store.get()).toMatchObject({ signedInAt: nine, proved: ['acme'] });
    expect(store.keeps()).toBe(true);
  });

  it.each([
    [
      'is not kept',
      (made: ReturnType<typeof tab>) => made.store.enter(made.store.connect('t0ken'), 'acme', false, regions),
    ],
    [
      'was rejected',
      ({ store }: ReturnType<typeof tab>) => {
        const state = store.get();
        if (state.status === 'signed-in') state.connection.onRejectedToken?.();
      },
    ],
    ['is over by the clock', () => void vi.setSystemTime(nine + 16 * minute)],
    ['was signed out', ({ life }: ReturnType<typeof tab>) => life.signOut()],
  ])('hand over none that %s', async (_, change) => {
    const made = tab();
    change(made);
    const heard: unknown[] = [];
    const all = new BroadcastChannel(sessionChannel.ofAll('/api'));
    all.onmessage = ({ data }) => void heard.push(data);
    const store = newTab();
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'ask', nonce: expect.any(String) }));
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.get().status).toBe('signed-out');
    expect(JSON.stringify(heard)).not.toContain('t0ken');
    all.close();
  });

  it('take no notice of what is no message of theirs', async () => {
    const { store } = tab();
    const other = new BroadcastChannel(sessionChannel.ofAll('/api'));
    for (const data of [null, 'end', {}, { kind: 'start' }, { kind: 'active', at: 'now' }, { kind: 'ask' }])
      other.postMessage(data);
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.get().status).toBe('signed-in');
    other.close();
  });
});

function pageshow(persisted: boolean): Event {
  return Object.assign(new Event('pageshow'), { persisted });
}
