import type { DeletionEntry } from './DeletionEntry.ts';

/** What the journal says of a target that is still in the list. */
export type RowMark =
  | { kind: 'deleting' | 'unknown' | 'mismatch' | 'failed'; entry: DeletionEntry }
  | { kind: 'elsewhere' };

/** What is known of a row beside its record. */
export type RowState = { mark: RowMark | null; isProtected: boolean; isSelected: boolean };
