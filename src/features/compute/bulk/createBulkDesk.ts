import type { BulkRun } from './createBulkRun.ts';

export type BulkDesk = ReturnType<typeof createBulkDesk>;

/** Holds the latest bulk deletion, one at a time, so that it goes on whatever dialog or screen is open. */
export function createBulkDesk() {
  const listeners = new Set<() => void>();
  let run: BulkRun | null = null;

  return {
    current: () => run,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Begins after a confirmation; while another one is under way nothing is begun. */
    start(begin: () => BulkRun): BulkRun | null {
      if (run !== null && run.state().name !== 'ended') return null;
      const started = begin();
      run = started;
      const tell = () => {
        for (const listener of listeners) listener();
      };
      started.subscribe(tell);
      tell();
      return started;
    },
  };
}
