// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIdleTimer } from '../../src/session/idleTimer.ts';
import { storedSession } from '../../src/session/storedSession.ts';
import { aProof, aSession, connectionOf } from './aSession.ts';

const nine = Date.UTC(2026, 2, 2, 9);
const minute = 60_000;

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
    expect(life.warning.getState()).toEqual({ why: 'idle', at: nine + 15 * minute });
    vi.advanceTimersByTime(minute);
    expect(told).toEqual(['idle']);
    vi.advanceTimersByTime(minute);
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'idle', duringDeletion: false });
  });

  it('warns of the nearer reason, also where both name the same time', () => {
    const { life, told } = tab({ idleMs: 3 * minute, token: expiring(nine + 3 * minute) });
    vi.advanceTimersByTime(minute);
    expect(life.warning.getState()).toEqual({ why: 'token', at: nine + 3 * minute });
    vi.advanceTimersByTime(minute / 2);
    expect(life.warning.getState()).toEqual({ why: 'idle', at: nine + 3 * minute });
    expect(told).toEqual(['token', 'idle']);
  });

  it('starts anew at a sign of life, but not at one that comes too late', () => {
    const { store, life } = tab();
    vi.advanceTimersByTime(10 * minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    vi.advanceTimersByTime(12 * minute);
    expect(life.warning.getState()).toBeNull();
    // As in sleep: the timers stand still.
    vi.setSystemTime(nine + 60 * minute);
    expect(sessionStorage.length).toBe(1);
    window.dispatchEvent(new Event('pointerdown'));
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'idle' });
    expect(sessionStorage.length).toBe(0);
  });

  it('hears a sign of life that the page keeps from going on', () => {
    tab();
    const stopped = (event: Event) => event.stopPropagation();
    document.addEventListener('touchstart', stopped, true);
    onTestFinished(() => document.removeEventListener('touchstart', stopped, true));
    vi.advanceTimersByTime(minute);
    document.body.dispatchEvent(new Event('touchstart'));
    expect(lastLife()).toBe(nine + minute);
  });

  it('hears signs of life a second apart', () => {
    tab();
    vi.advanceTimersByTime(999);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(lastLife()).toBe(nine);
    vi.advanceTimersByTime(1);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(lastLife()).toBe(nine + 1_000);
  });

  it('goes on over a rejected token, which is no sign of life', () => {
    const { life, connection } = tab();
    vi.advanceTimersByTime(10 * minute);
    connection.onRejectedToken?.();
    expect(lastLife()).toBe(nine);
    vi.advanceTimersByTime(3 * minute);
    expect(life.warning.getState()).toEqual({ why: 'idle', at: nine + 15 * minute });
  });

  it('takes what is typed at the gate of a rejected token for a sign of life: no warning is to be seen there', () => {
    const { life, connection } = tab();
    vi.advanceTimersByTime(14 * minute);
    connection.onRejectedToken?.();
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(lastLife()).toBe(nine + 14 * minute);
    vi.advanceTimersByTime(1_000);
    expect(life.warning.getState()).toBeNull();
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
    window.dispatchEvent(new Event('focus'));
    expect(life.warning.getState()).toEqual({ why: 'idle', at: nine + 15 * minute });
    life.stay();
    expect(life.warning.getState()).toBeNull();
    vi.advanceTimersByTime(13 * minute);
    expect(life.warning.getState()).toEqual({ why: 'idle', at: nine + 29 * minute });
  });

  it('takes Stay signed in for a sign of life also where the warning has just gone', () => {
    const { life } = tab();
    vi.advanceTimersByTime(10 * minute);
    life.stay();
    expect(lastLife()).toBe(nine + 10 * minute);
  });

  it('says what can’t be put off only once in a session', () => {
    const { store, life, told } = tab();
    for (let hour = 0; hour < 47; hour += 1) {
      vi.advanceTimersByTime(10 * minute);
      window.dispatchEvent(new KeyboardEvent('keydown'));
    }
    vi.advanceTimersByTime(8 * minute);
    expect(life.warning.getState()?.why).toBe('too-long');
    life.stay();
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
    expect([store.get().status, life.warning.getState()]).toEqual(['signed-in', null]);
    life.setDeleting(false);
    // Its outcome is read out before a warning can cover it.
    expect(life.warning.getState()).toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(life.warning.getState()).toEqual({ why: 'idle', at: nine + 62 * minute });
    vi.advanceTimersByTime(2 * minute);
    expect(store.get().status).toBe('signed-out');
  });

  it('takes its warning back at once when a deletion begins', () => {
    const { life, told } = tab();
    vi.advanceTimersByTime(14 * minute);
    life.setDeleting(true);
    expect([life.warning.getState(), told]).toEqual([null, ['idle', null]]);
  });

  it('counts a session anew that begins over a kept page', () => {
    const { store, life } = tab();
    vi.advanceTimersByTime(14 * minute);
    store.enter(aProof('other'), true);
    expect(life.warning.getState()).toBeNull();
    vi.advanceTimersByTime(12 * minute);
    expect(store.get().status).toBe('signed-in');
  });

  it('that was set back lengthens no session: it counts from then', () => {
    const { store, life } = tab();
    const earlier = nine - 30 * 24 * 60 * minute;
    vi.setSystemTime(earlier);
    window.dispatchEvent(new Event('focus'));
    expect(store.present()).toMatchObject({ signedInAt: earlier, proved: ['acme'] });
    expect(lastLife()).toBe(earlier);
    vi.setSystemTime(earlier + 13 * minute);
    window.dispatchEvent(new Event('focus'));
    expect(store.present()).toMatchObject({ signedInAt: earlier });
    expect(life.warning.getState()).toEqual({ why: 'idle', at: earlier + 15 * minute });
  });

  it('that was set back after a deletion lengthens no session either', () => {
    const { store, life } = tab();
    life.setDeleting(true);
    life.setDeleting(false);
    vi.setSystemTime(nine - 5 * 60 * minute);
    window.dispatchEvent(new Event('focus'));
    vi.advanceTimersByTime(15 * minute);
    expect(store.get().status).toBe('signed-out');
  });

  it('that was ahead at a sign-out leaves the next session its 8 hours', () => {
    vi.setSystemTime(nine + 30 * 24 * 60 * minute);
    const { store, life } = tab();
    life.signOut();
    vi.setSystemTime(nine);
    store.enter(aProof(), true);
    useFor(478);
    expect(store.get().status).toBe('signed-in');
    vi.advanceTimersByTime(2 * minute);
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'too-long' });
  });

  it('that was ahead at the sign-in ends the session 8 hours after it was set right, over a reload, too', () => {
    vi.setSystemTime(nine + 30 * 24 * 60 * minute);
    const { stop } = tab();
    vi.setSystemTime(nine);
    useFor(240);
    window.dispatchEvent(new Event('pagehide'));
    stop();
    const reloaded = aSession();
    onTestFinished(createIdleTimer(reloaded).start());
    useFor(238);
    expect(reloaded.get().status).toBe('signed-in');
    // It was noticed within a second that the clock was set right.
    vi.advanceTimersByTime(2 * minute + 1_000);
    expect(reloaded.get()).toMatchObject({ status: 'signed-out', why: 'too-long' });
  });

  it('stands still once it was stopped, also where a deletion ends after that', () => {
    const { store, life, stop } = tab();
    life.setDeleting(true);
    stop();
    life.stay();
    life.setDeleting(false);
    vi.advanceTimersByTime(60 * minute);
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('pagehide'));
    expect(store.get().status).toBe('signed-in');
    store.write(nine + 7);
    expect(lastLife()).toBe(nine + 7);
    life.signOut();
    expect(store.get()).toMatchObject({ status: 'signed-out', why: null });
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
    expect(storedSession.read('sandbox')).toMatchObject({ signedInAt: nine, activeAt: nine + 5 * minute });
  });
});

function tab({ idleMs = 15 * minute, token = 't0ken' } = {}) {
  const store = aSession({ idleMs });
  store.enter(aProof(token), true);
  const life = createIdleTimer(store);
  const told: unknown[] = [];
  life.warning.subscribe((warning) => told.push(warning?.why ?? null));
  const stop = life.start();
  onTestFinished(stop);
  return { store, connection: connectionOf(store), life, told, stop };
}

/** So many minutes pass, with a sign of life in each. */
function useFor(minutes: number): void {
  for (let passed = 0; passed < minutes; passed += 1) {
    vi.advanceTimersByTime(minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
  }
}

/** The last sign of life, as a page that goes out of sight writes it down. */
function lastLife(): number | undefined {
  document.dispatchEvent(new Event('visibilitychange'));
  return storedSession.read('sandbox')?.activeAt;
}

/** A token that says when it expires. */
function expiring(at: number): string {
  return `e30.${btoa(JSON.stringify({ exp: at / 1_000 }))}.c2ln`;
}
