import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import type { InstanceRow } from './InstanceRow.ts';

/** What can be done with a row; the page knows how. */
export type RowActions = {
  onDelete: (row: InstanceRow) => void;
  /** A Delete is pointed at or focused: its dialog's code is fetched now. */
  onDeleteIntent: () => void;
  onShow: (row: InstanceRow) => void;
  /** With `range`, from the row selected last to this one. */
  onSelect: (row: InstanceRow, range: boolean) => void;
  /** Both rows and all between them. */
  onExtend: (from: InstanceRow, to: InstanceRow) => void;
  onForget: (row: InstanceRow) => void;
  onProtect: (row: InstanceRow, isProtected: boolean) => void;
  onDismiss: (entry: DeletionEntry) => void;
};
