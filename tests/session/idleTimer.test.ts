// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIdleTimer } from '../../src/session/idleTimer.ts';
import { followPage } from '../../src/session/pageLifecycle.ts';
import { storedSession } from '../../src/session/storedSession.ts';
import {
  createTestSession,
  minuteMs,
  openSignedInTab,
  prepareTab,
  startMs,
  verifiedToken,
} from './testSession.ts';

prepareTab();

describe('the idle timer', () => {
  it('warns two minutes before it ends an idle session', () => {
    const { store, timer, warnings } = openSignedInTab();
    vi.advanceTimersByTime(13 * minuteMs - 1_000);
    expect(warnings).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(timer.warning.getState()).toEqual({ reason: 'idle', endsAt: startMs + 15 * minuteMs });
    vi.advanceTimersByTime(minuteMs);
    expect(warnings).toEqual(['idle']);
    vi.advanceTimersByTime(minuteMs);
    expect(store.getState()).toMatchObject({ status: 'signed-out', reason: 'idle', duringDeletion: false });
  });

  it('restarts on user activity, unless the session has already expired', () => {
    const { store, timer } = openSignedInTab();
    vi.advanceTimersByTime(10 * minuteMs);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    vi.advanceTimersByTime(12 * minuteMs);
    expect(timer.warning.getState()).toBeNull();
    // Timers stop while the machine sleeps.
    vi.setSystemTime(startMs + 60 * minuteMs);
    expect(sessionStorage.length).toBe(1);
    window.dispatchEvent(new Event('pointerdown'));
    expect(store.getState()).toMatchObject({ status: 'signed-out', reason: 'idle' });
    expect(sessionStorage.length).toBe(0);
  });

  it('records activity at most once a second, even if the page stops the event', () => {
    openSignedInTab();
    const stopEvent = (event: Event) => event.stopPropagation();
    document.addEventListener('touchstart', stopEvent, true);
    onTestFinished(() => document.removeEventListener('touchstart', stopEvent, true));
    vi.advanceTimersByTime(999);
    document.body.dispatchEvent(new Event('touchstart'));
    expect(readStoredActivity()).toBe(startMs);
    vi.advanceTimersByTime(1);
    document.body.dispatchEvent(new Event('touchstart'));
    expect(readStoredActivity()).toBe(startMs + 1_000);
  });

  it('runs after a 401, and counts typing in the sign-in form as activity', () => {
    const { timer, connection } = openSignedInTab();
    vi.advanceTimersByTime(10 * minuteMs);
    connection.onRejectedToken?.();
    expect(readStoredActivity()).toBe(startMs);
    vi.advanceTimersByTime(4 * minuteMs);
    expect(timer.warning.getState()).toEqual({ reason: 'idle', endsAt: startMs + 15 * minuteMs });
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(readStoredActivity()).toBe(startMs + 14 * minuteMs);
    vi.advanceTimersByTime(1_000);
    expect(timer.warning.getState()).toBeNull();
  });

  it.each([
    ['focus', () => window.dispatchEvent(new Event('focus'))],
    ['pageshow', () => window.dispatchEvent(new Event('pageshow'))],
    ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('ends an expired session on the event %s', (_, dispatch) => {
    const { store } = openSignedInTab();
    vi.setSystemTime(startMs + 15 * minuteMs);
    dispatch();
    expect(store.getState().status).toBe('signed-out');
  });

  it('ignores activity during a warning until the warning is dismissed', () => {
    const { timer } = openSignedInTab();
    vi.advanceTimersByTime(14 * minuteMs);
    window.dispatchEvent(new KeyboardEvent('keydown'));
    window.dispatchEvent(new Event('focus'));
    expect(timer.warning.getState()).toEqual({ reason: 'idle', endsAt: startMs + 15 * minuteMs });
    timer.dismissWarning();
    expect(timer.warning.getState()).toBeNull();
    vi.advanceTimersByTime(13 * minuteMs);
    expect(timer.warning.getState()).toEqual({ reason: 'idle', endsAt: startMs + 29 * minuteMs });
  });

  it('shows the warning about the 8-hour limit once per session', () => {
    const { store, timer, warnings } = openSignedInTab();
    stayActive(478);
    expect(timer.warning.getState()?.reason).toBe('too-long');
    timer.dismissWarning();
    timer.dismissWarning();
    vi.advanceTimersByTime(minuteMs);
    expect(warnings).toEqual(['too-long', null]);
    vi.advanceTimersByTime(minuteMs);
    expect(store.getState()).toMatchObject({ status: 'signed-out', reason: 'too-long' });
    store.startSession(verifiedToken(), true);
    stayActive(478);
    expect(timer.warning.getState()?.reason).toBe('too-long');
  });

  it('ends no session during a deletion or in the two minutes after it', () => {
    const { store, timer, warnings } = openSignedInTab();
    vi.advanceTimersByTime(14 * minuteMs);
    const endDeletion = store.activeWork.begin();
    expect([timer.warning.getState(), warnings]).toEqual([null, ['idle', null]]);
    vi.advanceTimersByTime(46 * minuteMs);
    expect([store.getState().status, timer.warning.getState()]).toEqual(['signed-in', null]);
    endDeletion();
    // The warning appears one second later, so that screen readers announce the result of the deletion first.
    expect(timer.warning.getState()).toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(timer.warning.getState()).toEqual({ reason: 'idle', endsAt: startMs + 62 * minuteMs });
    vi.advanceTimersByTime(2 * minuteMs);
    expect(store.getState().status).toBe('signed-out');
  });

  it('restarts when the admin signs in again with another token', () => {
    const { store, timer } = openSignedInTab();
    vi.advanceTimersByTime(14 * minuteMs);
    store.startSession(verifiedToken('other'), true);
    expect(timer.warning.getState()).toBeNull();
    vi.advanceTimersByTime(12 * minuteMs);
    expect(store.getState().status).toBe('signed-in');
  });

  it('restarts at the new time when the clock is set back', () => {
    const { store, timer } = openSignedInTab();
    const earlier = startMs - 30 * 24 * 60 * minuteMs;
    vi.setSystemTime(earlier);
    window.dispatchEvent(new Event('focus'));
    expect(store.getSignedInState()).toMatchObject({ signedInAt: earlier, verifiedWorkspaces: ['acme'] });
    expect(readStoredActivity()).toBe(earlier);
    vi.setSystemTime(earlier + 13 * minuteMs);
    window.dispatchEvent(new Event('focus'));
    expect(store.getSignedInState()).toMatchObject({ signedInAt: earlier });
    expect(timer.warning.getState()).toEqual({ reason: 'idle', endsAt: earlier + 15 * minuteMs });
  });

  it('does not extend a session if the clock is set back after a deletion', () => {
    const { store } = openSignedInTab();
    store.activeWork.begin()();
    vi.setSystemTime(startMs - 5 * 60 * minuteMs);
    window.dispatchEvent(new Event('focus'));
    vi.advanceTimersByTime(15 * minuteMs);
    expect(store.getState().status).toBe('signed-out');
  });

  it('ends a session 8 hours after a clock that was ahead is corrected', () => {
    vi.setSystemTime(startMs + 30 * 24 * 60 * minuteMs);
    const { stop } = openSignedInTab();
    vi.setSystemTime(startMs);
    stayActive(240);
    window.dispatchEvent(new Event('pagehide'));
    stop();
    const reloadedSession = createTestSession();
    onTestFinished(createIdleTimer(reloadedSession).start());
    onTestFinished(followPage(reloadedSession));
    stayActive(238);
    expect(reloadedSession.getState().status).toBe('signed-in');
    // The timer notices the corrected clock within a second.
    vi.advanceTimersByTime(2 * minuteMs + 1_000);
    expect(reloadedSession.getState()).toMatchObject({ status: 'signed-out', reason: 'too-long' });
  });

  it('does nothing after it was stopped, even if a deletion ends later', () => {
    const { store, stop } = openSignedInTab();
    const endDeletion = store.activeWork.begin();
    stop();
    endDeletion();
    vi.advanceTimersByTime(60 * minuteMs);
    window.dispatchEvent(new Event('focus'));
    expect(store.getState().status).toBe('signed-in');
  });
});

it('leaving the page stores the last activity and drops the session from memory', () => {
  const { store } = openSignedInTab();
  vi.advanceTimersByTime(5 * minuteMs);
  window.dispatchEvent(new KeyboardEvent('keydown'));
  vi.advanceTimersByTime(minuteMs);
  window.dispatchEvent(new Event('pagehide'));
  expect(store.getState().status).toBe('signed-out');
  const activeAt = startMs + 5 * minuteMs;
  expect(storedSession.read('sandbox')).toMatchObject({ signedInAt: startMs, activeAt });
});

/** Advances the clock, with user activity every two minutes. */
function stayActive(minutes: number): void {
  for (let passedMinutes = 0; passedMinutes < minutes; passedMinutes += 2) {
    vi.advanceTimersByTime(2 * minuteMs);
    window.dispatchEvent(new KeyboardEvent('keydown'));
  }
}

/** Hides the page, so that it stores its session, and returns the stored time of the last activity. */
function readStoredActivity(): number | undefined {
  document.dispatchEvent(new Event('visibilitychange'));
  return storedSession.read('sandbox')?.activeAt;
}
