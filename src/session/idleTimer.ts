import { createStore } from 'zustand/vanilla';
import type { Connection } from '../api/connection.ts';
import type { SessionStore } from './session.ts';
import { getWarning, type SessionWarning } from './sessionClock.ts';

/** Time (ms) between two checks of the clock. One long timer would be late, because timers stop while a machine sleeps. */
const tickMs = 1_000;
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export type IdleTimer = ReturnType<typeof createIdleTimer>;

/** Warns before a session ends, then ends it. The timer runs outside React, so a rendering error can't stop the timer. */
export function createIdleTimer(session: SessionStore) {
  const warning = createStore<SessionWarning | null>(() => null);
  let dismissedReason: SessionWarning['reason'] | null = null;
  let lastConnection: Connection | null = null;
  let timeoutId = 0;

  function tick() {
    session.endIfExpired();
    const times = session.readTimes();
    const isPaused = times === null || session.activeWork.isRunning();
    showWarning(isPaused ? null : getWarning(times, Date.now()));
    scheduleTick();
  }

  function scheduleTick() {
    clearTimeout(timeoutId);
    if (session.getSignedInState() !== null) timeoutId = window.setTimeout(tick, tickMs);
  }

  function showWarning(newWarning: SessionWarning | null) {
    const nextWarning = newWarning?.reason === dismissedReason ? null : newWarning;
    const shownWarning = warning.getState();
    if (nextWarning?.reason !== shownWarning?.reason || nextWarning?.endsAt !== shownWarning?.endsAt)
      warning.setState(nextWarning, true);
  }

  function noteActivity() {
    if (Math.abs(Date.now() - session.activity.getState()) < tickMs) return;
    // After the machine wakes, check expiry before counting this event as activity.
    tick();
    const state = session.getSignedInState();
    // A warning stays until the admin answers it. After a 401, the sign-in form hides the warning, so any input counts
    // as activity.
    if (state !== null && (warning.getState() === null || state.isRejected)) session.noteActivity();
  }

  function onSessionChange() {
    const connection = session.getSignedInState()?.connection ?? null;
    if (connection !== lastConnection) dismissedReason = null;
    lastConnection = connection;
    tick();
  }

  /** Waits one tick after the last deletion, so that the result is announced before a warning appears. */
  function onWorkChange(isRunning: boolean) {
    if (isRunning) tick();
    else scheduleTick();
  }

  return {
    warning,
    start(): () => void {
      const listeners = new AbortController();
      const { signal } = listeners;
      for (const name of activityEvents)
        window.addEventListener(name, noteActivity, { signal, capture: true });
      for (const name of ['focus', 'pageshow']) window.addEventListener(name, tick, { signal });
      const unsubscribe = [
        session.subscribe(onSessionChange),
        session.activity.subscribe(tick),
        session.activeWork.subscribe(onWorkChange),
      ];
      onSessionChange();
      return () => {
        listeners.abort();
        for (const stop of unsubscribe) stop();
        clearTimeout(timeoutId);
      };
    },
    /** Dismisses the warning and counts as user activity. In this session, only an idle warning can appear again. */
    dismissWarning() {
      const reason = warning.getState()?.reason;
      if (reason !== undefined && reason !== 'idle') dismissedReason = reason;
      session.noteActivity();
      tick();
    },
  };
}
