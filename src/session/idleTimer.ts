import { createStore } from 'zustand/vanilla';
import type { Connection } from '../api/connection.ts';
import type { SessionStore } from './session.ts';
import { type SessionWarning, sessionWarning } from './sessionClock.ts';

/** Timers stop while a machine sleeps, so the clock is read this often (ms). */
const tickMs = 1_000;
/** Minimum time between two noted activities (ms). */
const activityMs = 1_000;
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export type IdleTimer = ReturnType<typeof createIdleTimer>;

/** Ends a session when it is due, and warns before. It works outside React, so a crash of the page can't stop it. */
export function createIdleTimer(session: SessionStore) {
  /** The warning to show, or null. */
  const warning = createStore<SessionWarning | null>(() => null);
  /** The warning that the admin has dismissed; it isn't shown again in this session. */
  let dismissed: SessionWarning['why'] | null = null;
  let connection: Connection | null = null;
  let isStarted = false;
  let timer = 0;

  function tick() {
    if (!isStarted) return;
    session.endIfDue();
    const times = session.times();
    show(times === null || session.activeWork.isRunning() ? null : sessionWarning(times, Date.now()));
    scheduleTick();
  }

  function scheduleTick() {
    clearTimeout(timer);
    if (isStarted && session.present() !== null) timer = window.setTimeout(tick, tickMs);
  }

  function show(due: SessionWarning | null) {
    const next = due?.why === dismissed ? null : due;
    const shown = warning.getState();
    if (next?.why !== shown?.why || next?.at !== shown?.at) warning.setState(next, true);
  }

  function noteActivity() {
    if (Math.abs(Date.now() - session.activity.getState()) < activityMs) return;
    // After the machine wakes, check expiry before counting this event as activity.
    tick();
    const present = session.present();
    // A warning must be answered, unless the sign-in form of a rejected token hides it.
    if (present !== null && (warning.getState() === null || present.isRejected)) session.noteActivity();
  }

  function followSession() {
    const present = session.present();
    if (present?.connection !== connection) dismissed = null;
    connection = present?.connection ?? null;
    tick();
  }

  /** Wait one tick after a deletion, so that its result is announced before a warning covers it. */
  function followWork(isRunning: boolean) {
    if (isRunning) tick();
    else scheduleTick();
  }

  return {
    warning,
    /** @returns a function that stops the timer */
    start(): () => void {
      isStarted = true;
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
        isStarted = false;
        listeners.abort();
        for (const stop of unsubscribe) stop();
        clearTimeout(timer);
      };
    },
    /** Dismisses the warning. Reading it counts as activity. */
    stay() {
      const why = warning.getState()?.why;
      if (why !== undefined && why !== 'idle') dismissed = why;
      session.noteActivity();
      tick();
    },
  };
}
