import { type DeletionItem, isOpen, isResolved, staleListMs } from '../rules/deletion.ts';
import { removesRow } from '../rules/outcome.ts';
import { isLater, type LogItem, type MergedRow, type RowState } from './instanceRow.ts';

/** What the log says about a row. `items` are those of its instance, oldest first. The times of both are the server's. */
export function stateOfRow(row: MergedRow, items: readonly LogItem[]): RowState | 'removed' | null {
  const running = items.findLast(({ item }) => isOpen(item));
  if (running !== undefined) return { kind: 'deleting', ...running };
  const removalIndex = items.findLastIndex(({ item }) => removesRow(item.stage));
  const removal = items[removalIndex];
  // A later record is a new instance. The server forgets a deleted added one, so one that is there was added again.
  const isOfRow = ({ item }: LogItem) => !isLater(row.record?.created, item.created);
  const isCurrent =
    removal !== undefined && isOfRow(removal) && (row.record !== null || removal.item.stage === 'gone');
  // Any of them: after `deleted`, a second admin may get `gone` from the service, and a list may still be stale.
  if (isCurrent && items.some((each) => isOfRow(each) && isHidden(row, each.item))) return 'removed';
  const open =
    items.findLast(({ item }) => !isResolved(item)) ??
    // One that was read still says that the list and the service disagree about this instance.
    items.slice(removalIndex + 1).findLast((each) => each.item.stage === 'mismatch' && isOfRow(each));
  if (open !== undefined) return { kind: open.item.stage === 'mismatch' ? 'mismatch' : 'unknown', ...open };
  if (!isCurrent) return null;
  return { kind: row.record === null ? 'not-found' : 'still-listed', ...removal };
}

/** Without the time of its list, no row is hidden: it would never come back. */
function isHidden({ seenAt, record }: MergedRow, { stage, endedAt }: DeletionItem): boolean {
  if (endedAt === null || seenAt === null || record === null || !removesRow(stage)) return false;
  return seenAt < endedAt + (stage === 'gone' ? 0 : staleListMs);
}
