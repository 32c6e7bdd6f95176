import type { DatabaseRead } from '../inventory/useInstances.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';

/**
 * Whether the service's own list, read whole after an unknown outcome, lacks an instance that it held before: that
 * settles it without another delete. What the list never held it can't have lost.
 * @returns when that list was read, in ms; null where no such list says so
 */
export function settledByList(entry: DeletionEntry, reads: readonly DatabaseRead[]): number | null {
  const { target, settledAt, listed } = entry;
  if (!listed) return null;
  const read = reads.find(
    ({ databaseName }) => databaseName === null || databaseName === target.databaseName,
  )?.read;
  if (read?.data === undefined || settledAt === null || read.dataUpdatedAt <= settledAt) return null;
  // A record that could not be read, or has no usable id, might be the one.
  if (read.data.unreadable.length > 0) return null;
  const lacks = read.data.items.every(
    ({ id, deleted }) => id !== null && (id !== target.instanceId || deleted),
  );
  return lacks ? read.dataUpdatedAt : null;
}
