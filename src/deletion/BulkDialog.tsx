import type { DeletableRow, InstanceRow } from './instanceRow.ts';

type Props = {
  /** In the order of the table. */
  rows: readonly DeletableRow[];
  /** Keys of rows that a search or a filter hides. They are listed first. */
  hiddenKeys: ReadonlySet<string>;
  /** All rows as they are listed now, by key. */
  currentRows: ReadonlyMap<string, InstanceRow>;
  onClose: () => void;
  /** Called once the bulk delete is stored. `BulkRunDialog` opens by itself. */
  onStarted: () => void;
};

export function BulkDialog(_: Props) {
  return null;
}
