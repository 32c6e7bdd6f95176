import type { InstanceRow } from './instanceRow.ts';
import type { RowState } from './removedRows.ts';

/** What the deletion log says about a row, in a word or two. Renders nothing for a plain row. */
export function RowBadge(_: { state: RowState }) {
  return null;
}

/** Everything that an admin should know about a row before deleting it, for Details. */
export function RowNotices(_: { row: InstanceRow; state: RowState }) {
  return null;
}
