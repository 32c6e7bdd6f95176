import type { Connection } from '../api/connection.ts';
import { createTabs, lastSignOut } from './handover.ts';
import type { SessionStore } from './session.ts';
import { type SessionWarning, sessionEnd, sessionWarning, tokenExpiry } from './sessionClock.ts';

/** A timer stands still while a machine sleeps, so the wall clock is asked this often. */
const tickMs = 1_000;
const activityMs = 1_000;

/** Ends a session: by the clock, by a sign-out in any tab, and when the page goes away. Needs no screen. */
export function createIdleTimer(store: SessionStore, serviceUrl: string, idleMs: number) {
  const listeners = new Set<() => void>();
  let connection: Connection | null = null;
  let activeAt = Date.now();
  let deleting = 0;
  let freeAt = 0;
  let warning: SessionWarning | null = null;
  /** What the admin has read and can't put off is not said again. */
  let seen: SessionWarning['why'] | null = null;
  let timer = 0;
  let stop = () => {};

  const tabs = createTabs(serviceUrl, {
    onEnd: () => store.end('elsewhere', deleting > 0),
    onActive(at) {
      activeAt = Math.max(activeAt, at);
      tick();
    },
    mayHand() {
      tick();
      return store.kept(activeAt);
    },
  });

  /** Asks the clock what is due, and does it. While something is being deleted nothing is. */
  function tick() {
    clearTimeout(timer);
    const now = Date.now();
    if (listeners.size > 0) store.beganBy(now);
    const state = store.get();
    if (state.status === 'signed-out' || listeners.size === 0) return;
    timer = window.setTimeout(tick, tickMs);
    // A tab that was put away may not have heard of it, and may have come back before it could be read.
    if (lastSignOut.isPast(serviceUrl, state.signOut)) return store.end('elsewhere', deleting > 0);
    // A clock that was set back must not lengthen a session.
    activeAt = Math.min(activeAt, now);
    const expiresAt = tokenExpiry(state.connection.token);
    const times = { signedInAt: state.signedInAt, activeAt, freeAt, idleMs, expiresAt };
    const end = sessionEnd(times);
    if (deleting > 0) warn(null);
    else if (now >= end.at) store.end(end.why, false);
    else warn(sessionWarning(times, now));
  }

  function warn(due: SessionWarning | null) {
    const next = due?.why === seen ? null : due;
    if (next?.why === warning?.why && next?.at === warning?.at) return;
    warning = next;
    for (const listener of listeners) listener();
  }

  function noteActivity() {
    if (Math.abs(Date.now() - activeAt) < activityMs) return;
    // After a sleep the first touch comes too late.
    tick();
    if (store.get().status === 'signed-out' || warning !== null) return;
    activeAt = Date.now();
    tabs.tellActive(activeAt);
  }

  /** Another token brings another session, and its sign-in was a sign of life. */
  function followSession() {
    const state = store.get();
    if (state.status === 'signed-out') return tick();
    if (state.connection !== connection) {
      connection = state.connection;
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

  function start() {
    tabs.open();
    const unfollow = store.subscribe(followSession);
    const unwatch = watchPage({ onLife: noteActivity, onWake: tick, onSight: write, onHide: hide });
    stop = () => {
      tabs.close();
      unfollow();
      unwatch();
      clearTimeout(timer);
    };
    followSession();
  }

  return {
    /** What the admin has to be told of the session's end; null where nothing is near. */
    warning: () => warning,
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    /** The admin has read the warning, which is a sign of life. */
    stay() {
      seen = warning === null || warning.why === 'idle' ? seen : warning.why;
      activeAt = Date.now();
      tabs.tellActive(activeAt);
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
      lastSignOut.renew(serviceUrl);
      tabs.tellEnd();
      store.end(null, deleting > 0);
    },
  };
}

type Watched = {
  /** The admin did something. */
  onLife: () => void;
  /** The page may have slept; the clock has to be asked. */
  onWake: () => void;
  /** The page is out of sight, or in sight again. */
  onSight: () => void;
  /** The page goes away, perhaps to come back from memory. */
  onHide: () => void;
};

const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Tells what happens to the page as a whole. @returns a function that ends it */
function watchPage({ onLife, onWake, onSight, onHide }: Watched): () => void {
  const end = new AbortController();
  const { signal } = end;
  for (const name of signsOfLife)
    window.addEventListener(name, onLife, { signal, capture: true, passive: true });
  for (const name of ['focus', 'pageshow'] as const) window.addEventListener(name, onWake, { signal });
  document.addEventListener('visibilitychange', onSight, { signal });
  window.addEventListener('pagehide', onHide, { signal });
  return () => end.abort();
}
