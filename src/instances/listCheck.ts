import type { Deletion } from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName } from '../rules/instanceRecord.ts';
import { formatTimeOrDate } from './delete/outcomes.ts';
import { type InstanceRow, isLater } from './instanceRow.ts';
import { isDeletedRecord } from './mergeRows.ts';
import type { InstanceListQuery } from './useInstances.ts';

/**
 * What the newest list shows about an instance whose deletion has no clear result, as a sentence. Null if no list was requested
 * after the deletion, or if it proves nothing. Absence from a list is never called a proof.
 */
export function describeListCheck(lists: readonly InstanceListQuery[], deletion: Deletion): string | null {
  const { databaseName } = deletion;
  const covering = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const list = covering?.query.data;
  if (list === undefined || list.requestedAt <= (deletion.sentAt ?? deletion.confirmedAt)) return null;
  const time = formatTimeOrDate(list.requestedAt, Date.now());
  const inDatabase = list.items.filter(
    (record) => (covering?.databaseName ?? getDatabaseName(record)) === databaseName,
  );
  const record = inDatabase.find((each) => isRecordOf(each, deletion));
  if (record !== undefined) {
    if (isDeletedRecord(record, list)) return `The list of ${time} says that it's deleted.`;
    if (isLater(record.created, deletion.created))
      return `The list of ${time} has a new instance with this ID.`;
    return `Still listed at ${time}.`;
  }
  const isReadable = list.isComplete && list.unreadable.length === 0 && list.items.every(hasReadableId);
  return isReadable ? `The list of ${time} doesn't show it.` : null;
}

function isRecordOf({ id, name, created }: ComputeInstance, deletion: Deletion): boolean {
  if (id === deletion.instanceId) return true;
  return name !== null && name === deletion.name && created !== null && created === deletion.created;
}

function hasReadableId({ id }: ComputeInstance): boolean {
  return id !== null && !id.includes('\ufffd');
}

/** Name and date tell it from a later instance with the same ID. */
export function isSameInstance(row: InstanceRow, { name, created }: Deletion): boolean {
  return row.name === name && (row.record?.created ?? null) === created;
}
