import { createStore } from 'zustand/vanilla';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';

export type BulkState =
  | { name: 'running' }
  /** The service asked to wait. `until` is in ms of `performance.now`, which follows no clock. */
  | { name: 'paused'; until: number }
  /** The first responses were all "not found", so the admin has to confirm again. After `until` the run stops. */
  | { name: 'asking'; left: number; until: number }
  /** Nothing more is sent, but some requests have no outcome yet. */
  | { name: 'stopping'; why: string }
  | { name: 'ended'; why: string | null };

export type BulkRun = {
  bulkKey: string;
  state: BulkState;
  /** Continues after the admin has confirmed the remaining deletions again. */
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

/** Shows removed rows in the list again, in every tab. A running deletion has removed nothing yet. */
export async function restoreRows(log: DeletionLog, entries: readonly DeletionEntry[]): Promise<void> {
  const finished = entries.filter(({ outcome }) => outcome !== null);
  await log.update(finished, () => ({ putBack: true }));
}

/** Marks outcomes as seen by the admin, in one transaction, because the admin may leave the page right after. */
export function dismiss(log: DeletionLog, entries: readonly DeletionEntry[]): void {
  void log.update(entries, () => ({ dismissed: true }));
}
