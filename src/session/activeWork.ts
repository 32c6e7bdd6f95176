import { createStore } from 'zustand/vanilla';

/**
 * Counts running deletions. While the count is above 0, the browser asks before it unloads the page, and no session
 * expires.
 */
export function createActiveWork() {
  const count = createStore(() => 0);
  return {
    isRunning: () => count.getState() > 0,
    /** Calls the listener when the count rises from 0 and when it falls to 0. */
    subscribe: (onChange: (isRunning: boolean) => void) =>
      count.subscribe((newCount, oldCount) => {
        if (newCount === 0 || oldCount === 0) onChange(newCount > 0);
      }),
    /** Counts a deletion as running. @returns a function to call when the deletion has ended; a second call does nothing */
    begin(): () => void {
      let isEnded = false;
      if (count.getState() === 0) window.addEventListener('beforeunload', preventUnload);
      count.setState((running) => running + 1, true);
      return () => {
        if (isEnded) return;
        isEnded = true;
        count.setState((running) => running - 1, true);
        if (count.getState() === 0) window.removeEventListener('beforeunload', preventUnload);
      };
    },
  };
}

function preventUnload(event: BeforeUnloadEvent) {
  event.preventDefault();
}
