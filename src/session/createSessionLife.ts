import type { SessionStore } from './createSessionStore.ts';
import { createSessionTabs } from './createSessionTabs.ts';
import { sessionEnd } from './sessionEnd.ts';
import { type SessionWarning, sessionWarning } from './sessionWarning.ts';
import { signOutMark } from './signOutMark.ts';
import { tokenExpiry } from './tokenExpiry.ts';
import { usedWorkspaces } from './usedWorkspaces.ts';
import { watchPage } from './watchPage.ts';

/** A timer stands still while a machine sleeps, so the wall clock is asked this often. */
const lookMs = 1_000;
const noteMs = 1_000;

/** Ends a session: by the clock, by a sign-out in any tab, and when the page goes away. Needs no screen. */
export function createSessionLife(store: SessionStore, serviceUrl: string, idleMs: number) {
  const listeners = new Set<() => void>();
  let signedInAt = 0;
  let workspaceSlug = '';
  let activeAt = Date.now();
  let deleting = 0;
  let freeAt = 0;
  let warning: SessionWarning | null = null;
  /** What the admin has read and can't put off is not said again. */
  let seen: SessionWarning['why'] | null = null;
  let timer = 0;
  let stop = () => {};

  const tabs = createSessionTabs(serviceUrl, {
    onEnd: () => store.end('elsewhere', deleting > 0),
    onActive(at) {
      activeAt = Math.max(activeAt, at);
      look();
    },
    mayHand() {
      look();
      const state = store.get();
      if (state.status === 'signed-out' || state.rejected || !store.keeps()) return null;
      return { serviceUrl, token: state.connection.token, workspaceSlug, signedInAt, activeAt };
    },
  });

  /** Asks the clock what is due, and does it. While something is being deleted nothing is. */
  function look() {
    clearTimeout(timer);
    const state = store.get();
    if (state.status === 'signed-out' || listeners.size === 0) return;
    timer = window.setTimeout(look, lookMs);
    // A tab that was put away may not have heard of it, and may have come back before it could be read.
    if (state.signedInAt <= signOutMark.read(serviceUrl)) return store.end('elsewhere', deleting > 0);
    const now = Date.now();
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

  function noteLife() {
    if (Math.abs(Date.now() - activeAt) < noteMs) return;
    // After a sleep the first touch comes too late.
    look();
    if (store.get().status === 'signed-out' || warning !== null) return;
    activeAt = Date.now();
    tabs.tellActive(activeAt);
  }

  /** Another token brings another session, and its sign-in was a sign of life. */
  function follow() {
    const state = store.get();
    if (state.status === 'signed-out') return look();
    if (state.proved[0] !== workspaceSlug) {
      workspaceSlug = state.proved[0] ?? '';
      usedWorkspaces.add(serviceUrl, workspaceSlug);
    }
    if (state.signedInAt !== signedInAt) {
      signedInAt = state.signedInAt;
      activeAt = Date.now();
      freeAt = 0;
      seen = null;
    }
    look();
  }

  function write() {
    look();
    store.write(activeAt);
  }

  function hide() {
    write();
    store.suspend();
  }

  function start() {
    tabs.open();
    const unfollow = store.subscribe(follow);
    const unwatch = watchPage({ onLife: noteLife, onWake: look, onSight: write, onHide: hide });
    stop = () => {
      tabs.close();
      unfollow();
      unwatch();
      clearTimeout(timer);
    };
    follow();
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
      look();
    },
    /** Told when something begins to be deleted, and when nothing is any more. */
    setDeleting(isDeleting: boolean) {
      deleting += isDeleting ? 1 : -1;
      if (deleting > 0) return look();
      freeAt = Date.now();
      // The outcome is read out first; a warning over it can wait for the next look.
      clearTimeout(timer);
      timer = window.setTimeout(look, lookMs);
    },
    /** Signs out here and in every other tab of this service. */
    signOut() {
      signOutMark.write(serviceUrl, Math.max(Date.now(), signedInAt));
      tabs.tellEnd();
      store.end(null, deleting > 0);
    },
  };
}
