import { createStore } from 'zustand/vanilla';
import type { DeletionLog } from './deletionLog.ts';

export type BulkState =
  | { name: 'running' }
  /** The service asked to wait. `until` is a `performance.now` time (ms), because the clock can be set back. */
  | { name: 'paused'; until: number }
  /** The first responses were all "not found", so the admin has to confirm again. The run stops at `until` (`performance.now`, ms). */
  | { name: 'asking'; remainingCount: number; until: number }
  /** No more requests are sent, but some sent requests have no outcome yet. */
  | { name: 'stopping'; reason: string }
  | { name: 'ended'; reason: string | null };

export type BulkRun = {
  bulkKey: string;
  state: BulkState;
  resume: () => void;
  /** Stops sending requests. Requests already sent still get their outcomes. */
  stop: () => void;
};

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * Bundles the shared deletion log, the bulk run of this page and its session. The bundle lives outside React.
 * @param isSignedIn returns false after the session has ended
 * @param beginWork blocks page unload and idle sign-out until the returned function is called
 */
export function createDeletions(log: DeletionLog, isSignedIn: () => boolean, beginWork: () => () => void) {
  return { log, isSignedIn, beginWork, bulk: createStore<BulkRun | null>(() => null) };
}
