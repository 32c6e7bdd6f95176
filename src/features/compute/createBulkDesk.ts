import type { Connection } from '../../api/Connection.ts';
import { type BulkRun, createBulkRun } from './createBulkRun.ts';
import type { Confirmed, Deletions } from './createDeletions.ts';

export type BulkDesk = ReturnType<typeof createBulkDesk>;

/** Holds the latest bulk deletion, one at a time, so that it goes on whatever dialog or screen is open. */
export function createBulkDesk(deletions: Deletions) {
  const listeners = new Set<() => void>();
  let run: BulkRun | null = null;

  return {
    current: () => run,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Starts after a confirmation; while another one is under way nothing is started. */
    start(connection: Connection, confirmed: readonly Confirmed[]): BulkRun | null {
      if (run !== null && run.state().name !== 'ended') return null;
      const started = createBulkRun(deletions, connection, confirmed);
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
