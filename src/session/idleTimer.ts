import { createStore } from 'zustand/vanilla';
import type { Connection } from '../api/connection.ts';
import type { SessionStore } from './session.ts';
import { type SessionWarning, sessionWarning } from './sessionClock.ts';

/** How often the clock is read (ms), because timers stop while a machine sleeps. */
const tickMs = 1_000;
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export type IdleTimer = ReturnType<typeof createIdleTimer>;

/** Warns before a session expires, then ends it. The timer works outside React, so a crash of the page can't stop it. */
export function createIdleTimer(session: SessionStore) {
  const warning = createStore<SessionWarning | null>(() => null);
  let dismissed: SessionWarning['why'] | null = null;
  let connection: Connection | null = null;
  let timer = 0;

  function tick() {
    session.endIfDue();
    const times = session.times();
    showWarning(times === null || session.activeWork.isRunning() ? null : sessionWarning(times, Date.now()));
    scheduleTick();
  }

  function scheduleTick() {
    clearTimeout(timer);
    if (session.signedInState() !== null) timer = window.setTimeout(tick, tickMs);
  }

  function showWarning(due: SessionWarning | null) {
    const next = due?.why === dismissed ? null : due;
    const shown = warning.getState();
    if (next?.why !== shown?.why || next?.at !== shown?.at) warning.setState(next, true);
  }

  function noteActivity() {
    if (Math.abs(Date.now() - session.activity.getState()) < tickMs) return;
    // After the machine wakes, check expiry before counting this event as activity.
    tick();
    const state = session.signedInState();
    // A warning must be answered, unless the sign-in form of a rejected token hides it.
    if (state !== null && (warning.getState() === null || state.isRejected)) session.noteActivity();
  }

  function followSession() {
    const state = session.signedInState();
    if (state?.connection !== connection) dismissed = null;
    connection = state?.connection ?? null;
    tick();
  }

  /** Waits one tick after a deletion, so that its result is announced before a warning covers it. */
  function followWork(isRunning: boolean) {
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
        session.subscribe(followSession),
        session.activity.subscribe(tick),
        session.activeWork.subscribe(followWork),
      ];
      followSession();
      return () => {
        listeners.abort();
        for (const stop of unsubscribe) stop();
        clearTimeout(timer);
      };
    },
    /** Dismisses the warning; one of 8 hours or of the token isn't shown again. Reading it counts as activity. */
    stay() {
      const why = warning.getState()?.why;
      if (why !== undefined && why !== 'idle') dismissed = why;
      session.noteActivity();
      tick();
    },
  };
}
