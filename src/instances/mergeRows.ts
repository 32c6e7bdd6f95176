import type { InstanceList } from '../api/computeInstances.ts';
import { parseInstant } from '../format/time.ts';
import { instanceKey } from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName } from '../rules/instanceRecord.ts';
import type { AddedInstance } from './add/added.ts';
import type { InstanceRow } from './instanceRow.ts';

/** Of the whole workspace if `databaseName` is null. */
export type ReceivedList = { databaseName: string | null; list: InstanceList };

type UnlabelledRow = Omit<InstanceRow, 'label'>;

/** One row for each database and ID: the newest record, marked as a duplicate if there are several. */
export function mergeRows(
  lists: readonly ReceivedList[],
  added: readonly AddedInstance[],
): { rows: readonly InstanceRow[]; deletedCount: number } {
  const rows = new Map<string, UnlabelledRow>();
  let deletedCount = 0;
  for (const { databaseName: listDatabase, list } of lists)
    for (const [index, record] of list.items.entries()) {
      if (isDeletedRecord(record, list)) {
        deletedCount += 1;
        continue;
      }
      const { id, name } = record;
      const databaseName = listDatabase ?? getDatabaseName(record);
      // Each record without an ID has its own row, so its place in the list is part of the key.
      const key = id === null ? `${instanceKey(databaseName, `#${index}`)}?` : instanceKey(databaseName, id);
      const row = { key, databaseName, id, name, record, source: 'listed', isDuplicate: false } as const;
      const other = rows.get(key);
      if (other === undefined) rows.set(key, { ...row, seenAt: list.requestedAt });
      else {
        const isNewer = createdMs(record) > createdMs(other.record);
        rows.set(key, { ...(isNewer ? { ...row, seenAt: list.requestedAt } : other), isDuplicate: true });
      }
    }
  for (const { databaseName, id, name, addedAt } of added) {
    const key = instanceKey(databaseName, id);
    const row = rows.get(key);
    if (row !== undefined) rows.set(key, { ...row, name: row.name ?? name, source: 'both' });
    else {
      const source = { record: null, source: 'added', isDuplicate: false, seenAt: addedAt } as const;
      rows.set(key, { key, databaseName, id, name, ...source });
    }
  }
  const repeatedTexts = findRepeatedTexts(rows.values());
  return {
    rows: Array.from(rows.values(), (row) => ({ ...row, label: chooseLabel(row, repeatedTexts) })),
    deletedCount,
  };
}

/** Earlier dates are placeholders, such as 1970-01-01 for a timestamp of zero. */
const earliestPlausibleMs = Date.UTC(2002, 0, 1);
/** The largest difference (ms) that is expected between the clocks of two servers. */
const clockToleranceMs = 5 * 60_000;

/** True if the `deleted` date says that the instance is deleted. A placeholder would hide an instance that exists. */
export function isDeletedRecord(
  { deleted }: ComputeInstance,
  { servedAt, receivedAt }: Pick<InstanceList, 'servedAt' | 'receivedAt'>,
): boolean {
  const time = deleted === null ? null : parseInstant(deleted);
  return time !== null && time >= earliestPlausibleMs && time <= (servedAt ?? receivedAt) + clockToleranceMs;
}

function createdMs(record: ComputeInstance | null): number {
  return (record?.created != null && parseInstant(record.created)) || 0;
}

/** The texts that are the name or ID of several rows. They can't be labels, because a label identifies one row. */
function findRepeatedTexts(rows: Iterable<UnlabelledRow>): ReadonlySet<string> {
  const seenTexts = new Set<string>();
  const repeatedTexts = new Set<string>();
  for (const { id, name } of rows)
    for (const text of new Set([name?.trim() ?? '', id ?? ''])) {
      if (seenTexts.has(text)) repeatedTexts.add(text);
      seenTexts.add(text);
    }
  return repeatedTexts;
}

function chooseLabel({ id, name }: UnlabelledRow, repeatedTexts: ReadonlySet<string>): string {
  const trimmedName = name?.trim() ?? '';
  // A name with a line break can't be typed into a text field.
  const isUsable = trimmedName !== '' && !repeatedTexts.has(trimmedName) && !/[\r\n]/.test(trimmedName);
  return isUsable ? trimmedName : (id ?? (trimmedName || 'instance without an ID'));
}
