import { createStore } from 'zustand/vanilla';
import type { DeletionLog } from './deletionLog.ts';

export type BulkState =
  | { name: 'running' }
  /** The service asked to wait. `until` is in ms of `performance.now`, which follows no clock. */
  | { name: 'paused'; until: number }
  /** The first responses were all "not found", so the admin has to confirm again. After `until` the run stops. */
  | { name: 'asking'; remainingCount: number; until: number }
  /** Nothing more is sent, but some requests have no outcome yet. */
  | { name: 'stopping'; reason: string }
  | { name: 'ended'; reason: string | null };

export type BulkRun = {
  bulkKey: string;
  state: BulkState;
  resume: () => void;
  /** Sends nothing more. Requests that are already sent still get their outcome. */
  stop: () => void;
};

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * The deletions in progress on this page, plus the shared deletion log. Lives outside React.
 * @param isSignedIn returns false once the session in which it was created is over
 * @param beginWork blocks page unload and idle sign-out until the returned function is called
 */
export function createDeletions(log: DeletionLog, isSignedIn: () => boolean, beginWork: () => () => void) {
  return { log, isSignedIn, beginWork, bulk: createStore<BulkRun | null>(() => null) };
}
