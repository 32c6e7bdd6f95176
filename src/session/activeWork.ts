import { createStore } from 'zustand/vanilla';

/** Counts running work. As long as some runs, the browser asks before it unloads the page and no session ends by the clock. */
export function createActiveWork() {
  const count = createStore(() => 0);
  return {
    isRunning: () => count.getState() > 0,
    /** Calls the listener when the first work starts and when the last work ends. */
    subscribe: (onChange: (isRunning: boolean) => void) =>
      count.subscribe((now, before) => {
        if (now === 0 || before === 0) onChange(now > 0);
      }),
    /** @returns a function that ends this piece of work */
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
