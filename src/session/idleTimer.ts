import { createStore } from 'zustand/vanilla';
import type { Connection } from '../api/connection.ts';
import type { SessionStore } from './session.ts';
import { type SessionWarning, sessionEnd, sessionWarning, tokenExpiry } from './sessionClock.ts';
import { signOutMarker } from './storedSession.ts';
import { openTabs } from './tabs.ts';

/** A timer stands still while a machine sleeps, so the wall clock is asked this often. */
const tickMs = 1_000;
const activityMs = 1_000;
const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Ends a session: by the clock, by a sign-out in any tab, and when the page goes away. Needs no screen. */
export function createIdleTimer(store: SessionStore) {
  const { serviceId, idleMs } = store;
  /** What the admin has to be told of the session's end; null where nothing is near. */
  const warning = createStore<SessionWarning | null>(() => null);
  /** null while it stands still. */
  let tabs: ReturnType<typeof openTabs> | null = null;
  let connection: Connection | null = null;
  let activeAt = Date.now();
  let deleting = 0;
  let freeAt = 0;
  /** What the admin has read and can't put off is not said again. */
  let seen: SessionWarning['why'] | null = null;
  let timer = 0;

  /** Asks the clock what is due, and does it. While something is being deleted nothing is. */
  function tick() {
    clearTimeout(timer);
    const now = Date.now();
    if (tabs === null) return;
    store.beganBy(now);
    const state = store.present();
    if (state === null) return;
    timer = window.setTimeout(tick, tickMs);
    // A tab that was put away may not have heard of it, and may have come back before it could be read.
    if (signOutMarker.hasChanged(serviceId, state.signOut)) return store.end('elsewhere', deleting > 0);
    // A clock that was set back must not lengthen a session.
    activeAt = Math.min(activeAt, now);
    freeAt = Math.min(freeAt, now);
    const expiresAt = tokenExpiry(state.connection.token);
    const times = { signedInAt: state.signedInAt, activeAt, freeAt, idleMs, expiresAt };
    const end = sessionEnd(times);
    if (deleting > 0) warn(null);
    else if (now >= end.at) store.end(end.why, false);
    else warn(sessionWarning(times, now));
  }

  function warn(due: SessionWarning | null) {
    const next = due?.why === seen ? null : due;
    const shown = warning.getState();
    if (next?.why !== shown?.why || next?.at !== shown?.at) warning.setState(next, true);
  }

  function noteActivity() {
    if (Math.abs(Date.now() - activeAt) < activityMs) return;
    // After a sleep the first touch comes too late.
    tick();
    const present = store.present();
    // A warning has to be answered, unless the gate of a rejected token hides it.
    if (present === null || (warning.getState() !== null && !present.rejected)) return;
    activeAt = Date.now();
    tabs?.sendActivity(activeAt);
  }

  /** Another token brings another session, and its sign-in was a sign of life. */
  function followSession() {
    const present = store.present();
    if (present !== null && present.connection !== connection) {
      connection = present.connection;
      activeAt = Date.now();
      freeAt = 0;
      seen = null;
    }
    tick();
  }

  function write() {
    tick();
    store.write(activeAt);
  }

  function hide() {
    write();
    store.suspend();
  }

  return {
    warning,
    /** @returns a function that lets it stand still */
    start() {
      const page = new AbortController();
      const { signal } = page;
      for (const name of signsOfLife) window.addEventListener(name, noteActivity, { signal, capture: true });
      for (const name of ['focus', 'pageshow']) window.addEventListener(name, tick, { signal });
      document.addEventListener('visibilitychange', write, { signal });
      window.addEventListener('pagehide', hide, { signal });
      const unfollow = store.subscribe(followSession);
      const opened = openTabs(serviceId, {
        onSignOut: () => store.end('elsewhere', deleting > 0),
        onActivity(at) {
          activeAt = Math.max(activeAt, at);
          tick();
        },
        onRequest() {
          tick();
          return store.kept(activeAt);
        },
      });
      tabs = opened;
      followSession();
      return () => {
        page.abort();
        unfollow();
        opened.close();
        tabs = null;
        clearTimeout(timer);
      };
    },
    /** The admin has read the warning, which is a sign of life. */
    stay() {
      const why = warning.getState()?.why;
      if (why !== undefined && why !== 'idle') seen = why;
      activeAt = Date.now();
      tabs?.sendActivity(activeAt);
      tick();
    },
    /** Told when something begins to be deleted, and when nothing is any more. */
    setDeleting(isDeleting: boolean) {
      deleting += isDeleting ? 1 : -1;
      if (deleting > 0) return tick();
      freeAt = Date.now();
      // The outcome is read out first; a warning over it can wait for the next tick.
      clearTimeout(timer);
      timer = window.setTimeout(tick, tickMs);
    },
    /** Signs out here and in every other tab of this service. */
    signOut() {
      signOutMarker.renew(serviceId);
      tabs?.sendSignOut();
      store.end(null, deleting > 0);
    },
  };
}
