import type { AddedInstance } from '../api/addedInstances.ts';
import type { InstanceList } from '../api/computeInstances.ts';
import { toSkeleton } from '../format/text.ts';
import { parseInstant } from '../format/time.ts';
import { instanceKey } from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName } from '../rules/instanceRecord.ts';
import type { InstanceRow } from './instanceRow.ts';

/** Of the whole workspace if `databaseName` is null. */
export type ReceivedList = { databaseName: string | null; list: InstanceList };

type UnlabelledRow = Omit<InstanceRow, 'label' | 'lookAlike'>;

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
      const row = { key, databaseName, id, name, record, isAdded: false, isDuplicate: false };
      const other = rows.get(key);
      if (other === undefined) rows.set(key, { ...row, seenAt: list.requestedAt });
      else {
        const isNewer = createdMs(record) > createdMs(other.record);
        rows.set(key, { ...(isNewer ? { ...row, seenAt: list.requestedAt } : other), isDuplicate: true });
      }
    }
  for (const { databaseName, instanceId: id, name } of added) {
    const key = instanceKey(databaseName, id);
    const row = rows.get(key);
    if (row !== undefined) rows.set(key, { ...row, name: row.name ?? name, isAdded: true });
    else
      rows.set(key, {
        key,
        databaseName,
        id,
        name,
        record: null,
        isAdded: true,
        isDuplicate: false,
        seenAt: 0,
      });
  }
  const repeatedTexts = findRepeatedTexts(rows.values());
  const labels = Array.from(rows.values(), (row) => chooseLabel(row, repeatedTexts));
  const lookAlikes = findLookAlikes(labels);
  return {
    rows: Array.from(rows.values(), (row, index) => {
      const label = labels[index] ?? '';
      return { ...row, label, lookAlike: lookAlikes.get(label) ?? null };
    }),
    deletedCount,
  };
}

/** For each label that looks like a different one, that one. */
function findLookAlikes(labels: readonly string[]): ReadonlyMap<string, string> {
  const bySkeleton = new Map<string, string>();
  const lookAlikes = new Map<string, string>();
  for (const label of labels) {
    const skeleton = toSkeleton(label);
    const other = bySkeleton.get(skeleton);
    if (other === undefined) bySkeleton.set(skeleton, label);
    else if (other !== label) {
      lookAlikes.set(label, other);
      if (!lookAlikes.has(other)) lookAlikes.set(other, label);
    }
  }
  return lookAlikes;
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
