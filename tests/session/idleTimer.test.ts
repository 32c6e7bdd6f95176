// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIdleTimer } from '../../src/session/idleTimer.ts';
import { followPage } from '../../src/session/pageLifecycle.ts';
import { storedSession } from '../../src/session/storedSession.ts';
import {
  createTestSession,
  minute,
  nine,
  openSignedInTab,
  startAtNine,
  verifiedToken,
} from './testSession.ts';

startAtNine();

describe('the idle timer', () => {
  it('warns before it ends an idle session, and says why', () => {
    const { store, timer, warnings } = openSignedInTab();
    vi.advanceTimersByTime(13 * minute - 1_000);
    expect(warnings).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(timer.warning.getState()).toEqual({ why: 'idle', at: nine + 15 * minute });
    vi.advanceTimersByTime(minute);
    expect(warnings).toEqual(['idle']);
    vi.advanceTimersByTime(minute);
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'idle', duringDeletion: false });
  });

  it('warns of the reason that comes first, and of idleness if both come at once', () => {
    const { timer, warnings } = openSignedInTab({ idleMs: 3 * minute, token: expiring(nine + 3 * minute) });
    vi.advanceTimersByTime(minute);
    expect(timer.warning.getState()).toEqual({ why: 'token', at: nine + 3 * minute });
    vi.advanceTimersByTime(minute / 2);
    expect(timer.warning.getState()).toEqual({ why: 'idle', at: nine + 3 * minute });
    expect(warnings).toEqual(['token', 'idle']);
  });

  it('restarts with user activity, unless the session has already expired', () => {
    const { store, timer } = openSignedInTab();
    vi.advanceTimersByTime(10 * minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    vi.advanceTimersByTime(12 * minute);
    expect(timer.warning.getState()).toBeNull();
    // Timers stop while the machine sleeps.
    vi.setSystemTime(nine + 60 * minute);
    expect(sessionStorage.length).toBe(1);
    window.dispatchEvent(new Event('pointerdown'));
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'idle' });
    expect(sessionStorage.length).toBe(0);
  });

  it('notes activity at most once a second', () => {
    openSignedInTab();
    // The listener captures the event, so a page can't stop it.
    const stopped = (event: Event) => event.stopPropagation();
    document.addEventListener('touchstart', stopped, true);
    onTestFinished(() => document.removeEventListener('touchstart', stopped, true));
    vi.advanceTimersByTime(999);
    document.body.dispatchEvent(new Event('touchstart'));
    expect(lastActivity()).toBe(nine);
    vi.advanceTimersByTime(1);
    document.body.dispatchEvent(new Event('touchstart'));
    expect(lastActivity()).toBe(nine + 1_000);
  });

  it('continues after a token was rejected, and counts typing into the sign-in form', () => {
    const { timer, connection } = openSignedInTab();
    vi.advanceTimersByTime(10 * minute);
    connection.onRejectedToken?.();
    expect(lastActivity()).toBe(nine);
    vi.advanceTimersByTime(4 * minute);
    expect(timer.warning.getState()).toEqual({ why: 'idle', at: nine + 15 * minute });
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(lastActivity()).toBe(nine + 14 * minute);
    vi.advanceTimersByTime(1_000);
    expect(timer.warning.getState()).toBeNull();
  });

  it('ends an expired session when the page becomes active or visible', () => {
    for (const wake of [
      () => window.dispatchEvent(new Event('focus')),
      () => window.dispatchEvent(new Event('pageshow')),
      () => document.dispatchEvent(new Event('visibilitychange')),
    ]) {
      vi.setSystemTime(nine);
      const { store } = openSignedInTab();
      vi.setSystemTime(nine + 15 * minute);
      wake();
      expect(store.get().status).toBe('signed-out');
    }
  });

  it('ignores activity while a warning is shown, except Stay signed in', () => {
    const { timer } = openSignedInTab();
    vi.advanceTimersByTime(14 * minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    window.dispatchEvent(new Event('focus'));
    expect(timer.warning.getState()).toEqual({ why: 'idle', at: nine + 15 * minute });
    timer.stay();
    expect(timer.warning.getState()).toBeNull();
    vi.advanceTimersByTime(13 * minute);
    expect(timer.warning.getState()).toEqual({ why: 'idle', at: nine + 29 * minute });
  });

  it('warns only once in a session of an end that can’t be postponed', () => {
    const { store, timer, warnings } = openSignedInTab();
    for (let hour = 0; hour < 47; hour += 1) {
      vi.advanceTimersByTime(10 * minute);
      window.dispatchEvent(new KeyboardEvent('keydown'));
    }
    vi.advanceTimersByTime(8 * minute);
    expect(timer.warning.getState()?.why).toBe('too-long');
    timer.stay();
    timer.stay();
    vi.advanceTimersByTime(minute);
    expect(warnings).toEqual(['too-long', null]);
    vi.advanceTimersByTime(minute);
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'too-long' });
  });

  it('ends no session while a deletion runs, nor in the two minutes after it', () => {
    const { store, timer, warnings } = openSignedInTab();
    vi.advanceTimersByTime(14 * minute);
    const endWork = store.activeWork.begin();
    expect([timer.warning.getState(), warnings]).toEqual([null, ['idle', null]]);
    vi.advanceTimersByTime(46 * minute);
    expect([store.get().status, timer.warning.getState()]).toEqual(['signed-in', null]);
    endWork();
    // The result is announced before a warning can cover it.
    expect(timer.warning.getState()).toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(timer.warning.getState()).toEqual({ why: 'idle', at: nine + 62 * minute });
    vi.advanceTimersByTime(2 * minute);
    expect(store.get().status).toBe('signed-out');
  });

  it('restarts when another token signs in over the same page', () => {
    const { store, timer } = openSignedInTab();
    vi.advanceTimersByTime(14 * minute);
    store.enter(verifiedToken('other'), true);
    expect(timer.warning.getState()).toBeNull();
    vi.advanceTimersByTime(12 * minute);
    expect(store.get().status).toBe('signed-in');
  });

  it('counts from the new time when the clock is set back', () => {
    const { store, timer } = openSignedInTab();
    const earlier = nine - 30 * 24 * 60 * minute;
    vi.setSystemTime(earlier);
    window.dispatchEvent(new Event('focus'));
    expect(store.signedInState()).toMatchObject({ signedInAt: earlier, verifiedWorkspaces: ['acme'] });
    expect(lastActivity()).toBe(earlier);
    vi.setSystemTime(earlier + 13 * minute);
    window.dispatchEvent(new Event('focus'));
    expect(store.signedInState()).toMatchObject({ signedInAt: earlier });
    expect(timer.warning.getState()).toEqual({ why: 'idle', at: earlier + 15 * minute });
  });

  it('does not extend a session when the clock is set back after a deletion', () => {
    const { store } = openSignedInTab();
    store.activeWork.begin()();
    vi.setSystemTime(nine - 5 * 60 * minute);
    window.dispatchEvent(new Event('focus'));
    vi.advanceTimersByTime(15 * minute);
    expect(store.get().status).toBe('signed-out');
  });

  it('allows 8 hours even if the clock was ahead at the last sign-out', () => {
    vi.setSystemTime(nine + 30 * 24 * 60 * minute);
    const { store } = openSignedInTab();
    store.signOut();
    vi.setSystemTime(nine);
    store.enter(verifiedToken(), true);
    stayActive(478);
    expect(store.get().status).toBe('signed-in');
    vi.advanceTimersByTime(2 * minute);
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'too-long' });
  });

  it('allows 8 hours after a clock that was ahead is corrected, also after a reload', () => {
    vi.setSystemTime(nine + 30 * 24 * 60 * minute);
    const { stop } = openSignedInTab();
    vi.setSystemTime(nine);
    stayActive(240);
    window.dispatchEvent(new Event('pagehide'));
    stop();
    const reloaded = createTestSession();
    onTestFinished(createIdleTimer(reloaded).start());
    onTestFinished(followPage(reloaded));
    stayActive(238);
    expect(reloaded.get().status).toBe('signed-in');
    // The timer notices the corrected clock within a second.
    vi.advanceTimersByTime(2 * minute + 1_000);
    expect(reloaded.get()).toMatchObject({ status: 'signed-out', why: 'too-long' });
  });

  it('does nothing after it was stopped, even if a deletion ends then', () => {
    const { store, stop } = openSignedInTab();
    const endWork = store.activeWork.begin();
    stop();
    endWork();
    vi.advanceTimersByTime(60 * minute);
    window.dispatchEvent(new Event('focus'));
    expect(store.get().status).toBe('signed-in');
  });
});

describe('a hidden page', () => {
  it('stores the last activity and drops the session from memory', () => {
    const { store } = openSignedInTab();
    vi.advanceTimersByTime(5 * minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    vi.advanceTimersByTime(minute);
    window.dispatchEvent(new Event('pagehide'));
    expect(store.get().status).toBe('signed-out');
    expect(storedSession.read('sandbox')).toMatchObject({ signedInAt: nine, activeAt: nine + 5 * minute });
  });
});

/** Advances the clock with user activity every two minutes. */
function stayActive(minutes: number): void {
  for (let passed = 0; passed < minutes; passed += 2) {
    vi.advanceTimersByTime(2 * minute);
    window.dispatchEvent(new KeyboardEvent('keydown'));
  }
}

/** Hides the page, so that it stores its session, and returns the stored time of the last activity. */
function lastActivity(): number | undefined {
  document.dispatchEvent(new Event('visibilitychange'));
  return storedSession.read('sandbox')?.activeAt;
}

/** Returns a token that names its expiry. */
function expiring(at: number): string {
  return `e30.${btoa(JSON.stringify({ exp: at / 1_000 }))}.c2ln`;
}
