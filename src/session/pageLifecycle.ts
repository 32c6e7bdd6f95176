import type { SessionStore } from './session.ts';

/**
 * Saves the session when the page is hidden, and keeps no token in memory while the page is in the browser's cache.
 * @returns a function that removes the event listeners
 */
export function followPage(session: SessionStore): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;

  function save() {
    session.endIfDue();
    session.save();
  }
  function suspend() {
    save();
    session.suspend();
  }
  function resume({ persisted }: PageTransitionEvent) {
    if (persisted) session.resume();
  }
  document.addEventListener('visibilitychange', save, { signal });
  window.addEventListener('pagehide', suspend, { signal });
  window.addEventListener('pageshow', resume, { signal });
  return () => listeners.abort();
}
