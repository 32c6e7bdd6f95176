import { type DeletionEntry, targetKey } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';

/** What the log says of a target that is still in the list. */
export type RowMark =
  /** `elsewhere`: another tab is at it. */
  | { kind: 'deleting' | 'elsewhere' | 'unknown' | 'mismatch' | 'failed'; entry: DeletionEntry }
  /** The service goes on listing what had left. */
  | { kind: 'still-listed'; tombstone: Tombstone };

/** A removed row: the outcome that removed it, when (ms since the epoch), and when its instance was created. */
export type Tombstone = { kind: string; at: number; created: string | null };

export type DeletionMarks = {
  /** Targets whose row has left the list, and with which outcome that was last. */
  tombstones: ReadonlyMap<string, Tombstone>;
  /** What needs the admin's attention or is under way, by target. */
  marks: ReadonlyMap<string, RowMark>;
};

/** The outcomes of a deletion with which its row leaves the list; every other one leaves it there. */
export const leavingKinds: ReadonlySet<string> = new Set(['deleted', 'accepted', 'gone']);

/**
 * What the log means for the list, by target: which rows have left, and which are marked. What was refused or never sent
 * hides no earlier intent of which it is still open what it did.
 * @param entries oldest first
 * @param isOwn whether this page asked for an intent
 */
export function deletionMarks(
  entries: readonly DeletionEntry[],
  isOwn: (intentKey: string) => boolean,
): DeletionMarks {
  const tombstones = new Map<string, Tombstone>();
  const marks = new Map<string, RowMark>();
  for (const entry of entries) {
    const { target, outcome, bulkKey, dismissed } = entry;
    const key = targetKey(target);
    if (outcome === null) marks.set(key, { kind: isOwn(entry.intentKey) ? 'deleting' : 'elsewhere', entry });
    else if (leavingKinds.has(outcome.kind)) {
      marks.delete(key);
      if (entry.putBack) tombstones.delete(key);
      else {
        const at = entry.settledAt ?? entry.confirmedAt;
        tombstones.set(key, { kind: outcome.kind, at, created: entry.created });
      }
    } else if (outcome.kind === 'unknown' || outcome.kind === 'mismatch') {
      if (dismissed) marks.delete(key);
      else marks.set(key, { kind: outcome.kind, entry });
    } else if (bulkKey !== null && !dismissed && (marks.get(key)?.kind ?? 'failed') === 'failed')
      marks.set(key, { kind: 'failed', entry });
  }
  return { tombstones, marks };
}

/** How many deletions a sign-out would forget: those under way, and those of which nobody knows what became. */
export function lostBySignOut(log: Pick<DeletionLog, 'entries' | 'isOwn'>): {
  running: number;
  unknown: number;
} {
  const entries = log.entries();
  const marks = [...deletionMarks(entries, log.isOwn).marks.values()];
  return {
    running: entries.filter(({ outcome }) => outcome === null).length,
    unknown: marks.filter(({ kind }) => kind === 'unknown' || kind === 'mismatch').length,
  };
}

/** Brings rows that have left back into the list, in every tab. What is still on its way has not left. */
export function putBack(log: DeletionLog, entries: readonly DeletionEntry[]): void {
  const ended = entries.filter(({ outcome }) => outcome !== null);
  void log.update(ended, () => ({ putBack: true }));
}

/** Puts away what needed attention: the admin has seen it. */
export function dismiss(log: DeletionLog, entry: DeletionEntry): void {
  void log.update([entry], () => ({ dismissed: true }));
}
