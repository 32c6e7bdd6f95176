import { createStore } from 'zustand/vanilla';
import type { DeletionLog } from './deletionLog.ts';

/** The state of a bulk delete. `endsAt` is a `performance.now` time (ms), because the system clock can be set back. */
export type BulkState =
  | { name: 'running' }
  /** The service asked to wait until `endsAt`. */
  | { name: 'paused'; endsAt: number }
  /** The first five responses were all "not found". The run stops at `endsAt` if the admin doesn't continue it. */
  | { name: 'asking'; remainingCount: number; endsAt: number }
  /** No more requests are sent. The run still waits for the outcomes of the requests that were sent. */
  | { name: 'stopping'; reason: string }
  | { name: 'ended'; reason: string | null };

export type BulkRun = {
  bulkKey: string;
  state: BulkState;
  resume: () => void;
  /** Stops sending requests. Requests already sent still get their outcomes. */
  stop: () => void;
};

export type DeletionTools = ReturnType<typeof createDeletionTools>;

/**
 * Groups the objects that each deletion needs: the deletion log, the bulk run of this page and two session functions.
 * @param isSignedIn returns false after the session has ended
 * @param beginWork blocks page unload and idle sign-out until the returned function is called
 */
export function createDeletionTools(
  log: DeletionLog,
  isSignedIn: () => boolean,
  beginWork: () => () => void,
) {
  return { log, isSignedIn, beginWork, bulkRun: createStore<BulkRun | null>(() => null) };
}
