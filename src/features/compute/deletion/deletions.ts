import { createStore } from 'zustand/vanilla';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';
import { getRowStatuses } from './rowStatus.ts';

export type BulkState =
  | { name: 'running' }
  /** The service asked to wait; ms of `performance.now`, which nobody sets back. */
  | { name: 'paused'; until: number }
  /** The first answers all said that nothing is there: the rest waits for a fresh confirmation, until then at most. */
  | { name: 'asking'; left: number; until: number }
  /** Nothing more is sent; what is on its way has no outcome yet. */
  | { name: 'stopping'; why: string }
  | { name: 'ended'; why: string | null };

/** The latest bulk deletion of this page as it stands now. */
export type BulkRun = {
  bulkKey: string;
  state: BulkState;
  /** Goes on after the admin confirmed anew what is left. */
  goOn: () => void;
  /** Sends no more. What is on its way still gets its outcome. */
  stop: () => void;
};

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * The deletions in progress on this page, plus the shared deletion log. Lives outside React.
 * @param isSignedIn returns false once the session in which it was created is over
 * @param beginWork blocks page unload and idle sign-out until the returned function is called
 */
export function createDeletions(log: DeletionLog, isSignedIn: () => boolean, beginWork: () => () => void) {
  return {
    log,
    isSignedIn,
    beginWork,
    /** The latest bulk deletion of this page, which continues whatever dialog or screen is open. */
    bulk: createStore<BulkRun | null>(() => null),
  };
}

/** Shows removed rows in the list again, in every tab. A running deletion has removed nothing yet. */
export function restoreRows(log: DeletionLog, entries: readonly DeletionEntry[]): void {
  const finished = entries.filter(({ outcome }) => outcome !== null);
  void log.update(finished, () => ({ putBack: true }));
}

/** Marks an outcome as seen by the admin. */
export function dismiss(log: DeletionLog, entry: DeletionEntry): void {
  void log.update([entry], () => ({ dismissed: true }));
}

/** Counts the deletions that a sign-out would forget before the admin knows their outcome. */
export function countUnfinished(log: Pick<DeletionLog, 'entries' | 'isOwn'>): {
  running: number;
  unconfirmed: number;
} {
  const entries = log.entries();
  const statuses = [...getRowStatuses(entries, log.isOwn).statuses.values()];
  return {
    running: entries.filter(({ outcome }) => outcome === null).length,
    unconfirmed: statuses.filter(({ kind }) => kind === 'unknown' || kind === 'mismatch').length,
  };
}
