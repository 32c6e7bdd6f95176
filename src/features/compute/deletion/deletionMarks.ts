import type { DeleteTarget } from '../../../api/deleteOutcome.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';

/** What the log says of a target that is still in the list. */
export type RowMark =
  /** `elsewhere`: another tab is at it. */
  | { kind: 'deleting' | 'elsewhere' | 'unknown' | 'mismatch' | 'failed'; entry: DeletionEntry }
  /** The service goes on listing what had left. */
  | { kind: 'still-listed'; tombstone: Tombstone };

/** That a row has left the list: with which outcome, and when, in ms since the epoch. */
export type Tombstone = { kind: string; at: number };

/** What is known of a row beside its record. */
export type RowState = {
  mark: RowMark | null;
  isProtected: boolean;
  isSelected: boolean;
  /** Of what its record names another one than the one it is listed in. */
  names: 'workspace' | 'database' | null;
};

export type DeletionMarks = {
  /** Targets whose row has left the list, and with which outcome that was last. */
  tombstones: ReadonlyMap<string, Tombstone>;
  /** What needs the admin's attention or is under way, by target. */
  marks: ReadonlyMap<string, RowMark>;
};

/** One text for the three path parameters together; no two targets share it, whatever characters they hold. */
export function targetKey(target: DeleteTarget): string {
  return JSON.stringify([target.workspaceSlug, target.databaseName, target.instanceId]);
}

/**
 * What the log means for the list, by target: which rows have left, and which are marked.
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
    const key = targetKey(entry.target);
    const verdict = verdictOf(entry, isOwn);
    if (verdict === 'left') {
      tombstones.set(key, { kind: entry.outcome?.kind ?? '', at: entry.settledAt ?? entry.confirmedAt });
      marks.delete(key);
    } else if (verdict === 'back') {
      tombstones.delete(key);
      marks.delete(key);
    } else if (verdict === 'settled') marks.delete(key);
    else if (verdict !== null && !(verdict.kind === 'failed' && isGraver(marks.get(key))))
      marks.set(key, verdict);
  }
  return { tombstones, marks };
}

/** A refusal hides no earlier intent of which it is still open what it did; of refusals the last one counts. */
function isGraver(mark: RowMark | undefined): boolean {
  return mark !== undefined && mark.kind !== 'failed';
}

/** An intent that was refused or never sent changes nothing about what an earlier one may have done. */
function verdictOf(
  entry: DeletionEntry,
  isOwn: (intentKey: string) => boolean,
): RowMark | 'left' | 'back' | 'settled' | null {
  switch (entry.outcome?.kind) {
    case undefined:
      return { kind: isOwn(entry.intentKey) ? 'deleting' : 'elsewhere', entry };
    case 'deleted':
    case 'accepted':
    case 'gone':
      return entry.putBack ? 'back' : 'left';
    case 'unknown':
    case 'mismatch':
      return entry.dismissed ? 'settled' : { kind: entry.outcome.kind, entry };
    default:
      return entry.bulkKey === null || entry.dismissed ? null : { kind: 'failed', entry };
  }
}

/** Brings rows that have left back into the list, in every tab. What is still on its way has not left. */
export function putBack(log: DeletionLog, entries: readonly DeletionEntry[]): void {
  const ended = entries.filter(({ outcome }) => outcome !== null);
  if (ended.length > 0)
    void log.update(
      ended.map(({ intentKey }) => intentKey),
      () => ({ putBack: true }),
    );
}

/** Puts away what needed attention: the admin has seen it. */
export function dismiss(log: DeletionLog, { intentKey }: DeletionEntry): void {
  void log.update([intentKey], () => ({ dismissed: true }));
}
