import { createStore } from 'zustand/vanilla';
import { withTimeout } from '../serviceData.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';
import { getRowStatuses } from './rowStatus.ts';
import { readOtherLogs } from './storedEntries.ts';

/** How long Sign out waits for the logs of other services (ms). */
const otherLogsTimeoutMs = 1_000;

export type BulkState =
  | { name: 'running' }
  /** The service asked to wait. `until` is in ms of `performance.now`, which follows no clock. */
  | { name: 'paused'; until: number }
  /** The first responses were all "not found", so the admin has to confirm again. After `until` the run stops. */
  | { name: 'asking'; left: number; until: number }
  /** Nothing more is sent, but some requests have no outcome yet. */
  | { name: 'stopping'; why: string }
  | { name: 'ended'; why: string | null };

/** The latest bulk delete of this page. */
export type BulkRun = {
  bulkKey: string;
  state: BulkState;
  /** Continues after the admin has confirmed the remaining intents again. */
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
  return {
    log,
    isSignedIn,
    beginWork,
    /** The latest bulk delete of this page. It continues on every screen. */
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

/** Counts the unresolved deletions of other services, because a sign-out clears them too. null if they can't be read. */
export async function countOtherUnfinished(log: DeletionLog): Promise<number | null> {
  const logs = await withTimeout(readOtherLogs(log.serviceId), otherLogsTimeoutMs).catch(() => null);
  // Count each entry once, because the second edition's log keeps entries that a later edition has copied.
  const known = new Set(log.entries().map(({ intentKey }) => intentKey));
  const counts = logs?.map((stored) => {
    const entries = stored.filter(({ intentKey }) => !known.has(intentKey));
    for (const { intentKey } of entries) known.add(intentKey);
    const { running, unconfirmed } = countUnfinished({ entries: () => entries, isOwn: () => false });
    return running + unconfirmed;
  });
  return counts?.reduce((sum, count) => sum + count, 0) ?? null;
}
