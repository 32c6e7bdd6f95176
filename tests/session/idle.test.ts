// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../src/config.ts';
import { configStore } from '../../src/session/config.ts';
import type { SessionStore } from '../../src/session/session.ts';
import { activeSession, minuteMs, openKeptTab, prepareTab, startMs } from './testSession.ts';

prepareTab();
beforeEach(() => configStore.setState(defaultConfig, true));

function act(type = 'keydown') {
  document.body.dispatchEvent(new Event(type));
}

function statusOf(store: SessionStore) {
  const state = store.getState();
  return state.status === 'signed-out' ? state.reason : 'signed-in';
}

describe('the idle limit', () => {
  it.each([1, 15])('of %d minutes counts down in its last part and then ends the session', (limit) => {
    configStore.setState({ idleMinutes: limit });
    const store = openKeptTab();
    const countdownMs = Math.min(minuteMs, (limit * minuteMs) / 2);
    vi.advanceTimersByTime(limit * minuteMs - countdownMs - 1_000);
    expect(store.idle.getSecondsLeft()).toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(store.idle.getSecondsLeft()).toBe(countdownMs / 1_000);
    vi.advanceTimersByTime(countdownMs - 1_000);
    expect([store.idle.getSecondsLeft(), statusOf(store)]).toEqual([1, 'signed-in']);
    vi.advanceTimersByTime(1_000);
    expect([store.idle.getSecondsLeft(), statusOf(store)]).toEqual([null, 'idle']);
  });

  it('of "never" ends no session, and one that is set later ends an open one', () => {
    configStore.setState({ idleMinutes: 'never' });
    const store = openKeptTab();
    vi.advanceTimersByTime(24 * 60 * minuteMs);
    expect([store.idle.getSecondsLeft(), statusOf(store)]).toEqual([null, 'signed-in']);
    configStore.setState({ idleMinutes: 1 });
    vi.advanceTimersByTime(1_000);
    expect(statusOf(store)).toBe('idle');
  });

  // `scroll` doesn't bubble, and lists scroll inside the page.
  it.each(['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'])('counts %s as activity', (type) => {
    const store = openKeptTab();
    vi.advanceTimersByTime(13 * minuteMs);
    act(type);
    vi.advanceTimersByTime(13 * minuteMs);
    expect([store.idle.getSecondsLeft(), statusOf(store)]).toEqual([null, 'signed-in']);
  });

  it('belongs to one tab: activity and the end of one are not told to others', () => {
    const first = openKeptTab();
    vi.advanceTimersByTime(10 * minuteMs);
    const second = openKeptTab({ activeAt: Date.now() });
    vi.advanceTimersByTime(5 * minuteMs);
    expect([first, second].map(statusOf)).toEqual(['idle', 'signed-in']);
  });
});

describe('the countdown', () => {
  it('ends only with "Stay signed in", so that no key presses a button behind it', () => {
    const store = openKeptTab();
    vi.advanceTimersByTime(14.5 * minuteMs);
    act();
    vi.advanceTimersByTime(1_000);
    expect(store.idle.getSecondsLeft()).toBe(29);
    store.idle.stayActive();
    expect(store.idle.getSecondsLeft()).toBeNull();
    vi.advanceTimersByTime(14 * minuteMs);
    expect(store.idle.getSecondsLeft()).toBe(60);
  });

  it('is not shown after a 401, when typing into the sign-in form counts', () => {
    const store = openKeptTab();
    activeSession(store).connection.onRejectedToken?.();
    vi.advanceTimersByTime(14.5 * minuteMs);
    expect(store.idle.getSecondsLeft()).toBeNull();
    act();
    vi.advanceTimersByTime(14.5 * minuteMs);
    expect(statusOf(store)).toBe('signed-in');
  });
});

it('a delete pauses the limit, which begins anew after it', () => {
  const store = openKeptTab();
  vi.advanceTimersByTime(14.5 * minuteMs);
  const endWork = store.beginWork();
  expect(store.idle.getSecondsLeft()).toBeNull();
  vi.advanceTimersByTime(60 * minuteMs);
  expect(statusOf(store)).toBe('signed-in');
  endWork();
  vi.advanceTimersByTime(14 * minuteMs);
  expect(store.idle.getSecondsLeft()).toBe(60);
});

describe('a machine that slept longer than the limit', () => {
  it.each([
    ['an event', () => act('wheel')],
    ['a late timer', () => void vi.advanceTimersByTime(1_000)],
  ])('ends the session at %s and does not revive it', (_, wake) => {
    const store = openKeptTab();
    vi.setSystemTime(startMs + 60 * minuteMs);
    wake();
    expect(statusOf(store)).toBe('idle');
  });

  it('does not extend the session by a clock that was set back', () => {
    const store = openKeptTab();
    vi.setSystemTime(startMs - 60 * minuteMs);
    vi.advanceTimersByTime(15 * minuteMs + 1_000);
    expect(statusOf(store)).toBe('idle');
  });
});
