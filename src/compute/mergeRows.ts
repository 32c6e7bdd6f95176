import type { ComputeInstance } from '../api/instanceRecord.ts';
import { parseInstant } from '../ui/time.ts';
import { createInstanceKey, type InstanceRow, readDatabaseName } from './instanceRow.ts';
import type { AddedInstance } from './storedData.ts';

export type InstanceListing = {
  /** null for a list of the whole workspace. */
  databaseName: string | null;
  instances: readonly ComputeInstance[];
  /** Time at which the service sent the list, by the clock of the service (ms since the epoch). */
  servedAt: number;
};

export type MergedRows = {
  rows: readonly InstanceRow[];
  /** Number of listed records that are hidden because they are marked as deleted. */
  deletedCount: number;
};

type UnlabelledRow = Omit<InstanceRow, 'label'>;

/**
 * Merges the records that the service lists with the instances that the admin added. Each pair of database and ID gets one
 * row. If several records have the same ID, the row shows the newest record and is marked as a duplicate.
 */
export function mergeRows(listed: readonly InstanceListing[], added: readonly AddedInstance[]): MergedRows {
  const rows = new Map<string, UnlabelledRow>();
  let deletedCount = 0;
  for (const { databaseName: listDatabase, instances, servedAt } of listed)
    for (const [index, record] of instances.entries()) {
      if (isDeleted(record, servedAt)) {
        deletedCount += 1;
        continue;
      }
      const { id, name } = record;
      const databaseName = listDatabase ?? readDatabaseName(record);
      // Use the index in the key, because each record without an ID has its own row.
      const key =
        id === null
          ? `${createInstanceKey(databaseName, `#${index}`)}?`
          : createInstanceKey(databaseName, id);
      const existingRow = rows.get(key);
      const row = { key, databaseName, id, name, record, source: 'listed' as const };
      if (existingRow === undefined) rows.set(key, { ...row, isDuplicate: false });
      else {
        const isNewer = (parseCreated(record) ?? 0) > (parseCreated(existingRow.record) ?? 0);
        rows.set(key, { ...(isNewer ? row : existingRow), isDuplicate: true });
      }
    }
  for (const { databaseName, id, name } of added) {
    const key = createInstanceKey(databaseName, id);
    const row = rows.get(key);
    if (row === undefined)
      rows.set(key, { key, databaseName, id, name, record: null, source: 'added', isDuplicate: false });
    else if (row.source === 'listed') rows.set(key, { ...row, name: row.name ?? name, source: 'both' });
  }
  const repeatedTexts = findRepeatedTexts(rows.values());
  const labelledRows = Array.from(rows.values(), (row) => ({
    ...row,
    label: chooseLabel(row, repeatedTexts),
  }));
  return { rows: labelledRows, deletedCount };
}

/** Earlier dates are probably placeholders, such as 1970-01-01 for a timestamp of zero. */
const earliestPlausibleMs = Date.UTC(2002, 0, 1);
/** Largest expected difference (ms) between the clocks of two servers. */
const clockToleranceMs = 5 * 60_000;

/**
 * Returns true if the `deleted` date of a record says that its instance is deleted. Placeholder dates are ignored, because
 * they would hide an instance that exists.
 * @param servedAt time at which the service sent the record, by the clock of the service (ms since the epoch)
 */
export function isDeleted({ deleted }: ComputeInstance, servedAt: number): boolean {
  return deleted !== null && isPlausiblePast(deleted, servedAt);
}

/** Returns true if a text is a date, isn't a placeholder, and is at most `clockToleranceMs` later than `now`. */
export function isPlausiblePast(text: string, now: number): boolean {
  const time = parseInstant(text);
  return time !== null && time >= earliestPlausibleMs && time <= now + clockToleranceMs;
}

function parseCreated(record: ComputeInstance | null): number | null {
  return record?.created == null ? null : parseInstant(record.created);
}

/** Returns the texts that are the name or ID of several rows. They can't be labels, because a label identifies one row. */
function findRepeatedTexts(rows: Iterable<UnlabelledRow>): ReadonlySet<string> {
  const seenTexts = new Set<string>();
  const repeatedTexts = new Set<string>();
  for (const { id, name } of rows) {
    const trimmedName = name?.trim() ?? '';
    for (const text of trimmedName === id ? [trimmedName] : [trimmedName, id ?? '']) {
      if (seenTexts.has(text)) repeatedTexts.add(text);
      seenTexts.add(text);
    }
  }
  return repeatedTexts;
}

function chooseLabel({ id, name }: UnlabelledRow, repeatedTexts: ReadonlySet<string>): string {
  const trimmedName = name?.trim() ?? '';
  // A name with a line break can't be a label, because the admin can't type it into a text field.
  const isUsable = trimmedName !== '' && !repeatedTexts.has(trimmedName) && !/[\r\n]/.test(trimmedName);
  return isUsable ? trimmedName : (id ?? (trimmedName || 'instance without an ID'));
}
