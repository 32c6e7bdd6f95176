import type { SessionStore } from './session.ts';

/**
 * Saves the session when the page is hidden. Drops the token from memory when the page is left, because the browser may
 * keep the page in its back/forward cache.
 * @returns a function that removes the event listeners
 */
export function followPage(session: SessionStore): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;

  function saveOrEnd() {
    session.endIfExpired();
    session.save();
  }
  function suspend() {
    saveOrEnd();
    session.suspend();
  }
  function resume({ persisted }: PageTransitionEvent) {
    if (persisted) session.resume();
  }
  document.addEventListener('visibilitychange', saveOrEnd, { signal });
  window.addEventListener('pagehide', suspend, { signal });
  window.addEventListener('pageshow', resume, { signal });
  return () => listeners.abort();
}
