import type { SessionStore } from './session.ts';

/**
 * Saves the session when the page is hidden. Drops the token from memory when the page is left, because the browser may
 * keep the page in its back/forward cache.
 * @returns a function that removes the event listeners
 */
export function followPage(session: SessionStore): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;

  function saveOrEndSession() {
    session.endIfExpired();
    session.save();
  }
  function suspendSession() {
    saveOrEndSession();
    session.suspend();
  }
  function resumeSession({ persisted }: PageTransitionEvent) {
    if (persisted) session.resume();
  }
  document.addEventListener('visibilitychange', saveOrEndSession, { signal });
  window.addEventListener('pagehide', suspendSession, { signal });
  window.addEventListener('pageshow', resumeSession, { signal });
  return () => listeners.abort();
}
