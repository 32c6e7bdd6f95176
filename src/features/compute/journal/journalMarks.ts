import type { DeletionEntry } from './DeletionEntry.ts';
import type { RowMark } from './RowState.ts';
import { targetKey } from './targetKey.ts';

export type JournalMarks = {
  /** Targets whose row has left the list. */
  tombstones: ReadonlySet<string>;
  /** What needs the admin's attention or is under way, by target. */
  marks: ReadonlyMap<string, RowMark>;
};

/**
 * What the journal and the other tabs mean for the list, by target: which rows have left, and which are marked.
 * @param elsewhere what other tabs are doing or have done, by target
 */
export function journalMarks(
  entries: readonly DeletionEntry[],
  elsewhere: ReadonlyMap<string, string>,
): JournalMarks {
  const tombstones = new Set<string>();
  const marks = new Map<string, RowMark>();
  for (const [key, kind] of elsewhere) if (kind !== 'sending') tombstones.add(key);
  for (const entry of entries) {
    const key = targetKey(entry.target);
    const verdict = verdictOf(entry);
    if (verdict === 'left') {
      tombstones.add(key);
      marks.delete(key);
    } else if (verdict === 'back') {
      tombstones.delete(key);
      marks.delete(key);
    } else if (verdict === 'settled') marks.delete(key);
    else if (verdict !== null && !(verdict.kind === 'failed' && isGraver(marks.get(key))))
      marks.set(key, verdict);
  }
  for (const [key, kind] of elsewhere) {
    const mark = marks.get(key)?.kind;
    // What is under way now says more than what ended before it, and what is proved there is open here no longer.
    if (kind !== 'sending') {
      if (mark === 'unknown') marks.delete(key);
    } else if (mark !== 'deleting') marks.set(key, { kind: 'elsewhere' });
  }
  return { tombstones, marks };
}

/** A refusal hides no earlier intent of which it is still open what it did; of refusals the last one counts. */
function isGraver(mark: RowMark | undefined): boolean {
  return mark !== undefined && mark.kind !== 'failed';
}

/** An intent that was refused or never sent changes nothing about what an earlier one may have done. */
function verdictOf(entry: DeletionEntry): RowMark | 'left' | 'back' | 'settled' | null {
  switch (entry.outcome?.kind) {
    case undefined:
      return { kind: 'deleting', entry };
    case 'deleted':
    case 'accepted':
    case 'gone':
      return entry.putBack ? 'back' : 'left';
    case 'unknown':
      return entry.dismissed ? 'settled' : { kind: 'unknown', entry };
    case 'mismatch':
      return entry.dismissed ? 'settled' : { kind: 'mismatch', entry };
    default:
      return entry.bulkKey === null || entry.dismissed ? null : { kind: 'failed', entry };
  }
}
