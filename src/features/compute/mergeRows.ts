import type { ComputeInstance } from '../../api/instanceRecord.ts';
import { parseInstant } from '../../ui/time.ts';
import { addressedDatabaseOf, type InstanceRow, instanceKey } from './instanceRow.ts';
import type { AddedInstance } from './storedData.ts';

export type InstanceListing = {
  /** null for a list of the whole workspace, whose records name their database. */
  databaseName: string | null;
  instances: readonly ComputeInstance[];
  /** When the service sent the list, by its own clock (ms since the epoch). */
  servedAt: number;
};

export type MergedRows = {
  rows: readonly InstanceRow[];
  /** Number of listed records that are not shown because the service calls them deleted. */
  deletedCount: number;
};

type UnlabelledRow = Omit<InstanceRow, 'label'>;

/**
 * Merges the records the service lists with the instances the admin added, one row per database and ID. Of two records
 * with one ID the row shows the one created last, and is marked as a duplicate.
 */
export function mergeRows(listed: readonly InstanceListing[], added: readonly AddedInstance[]): MergedRows {
  const rows = new Map<string, UnlabelledRow>();
  let deletedCount = 0;
  for (const { databaseName: list, instances, servedAt } of listed)
    for (const [index, record] of instances.entries()) {
      if (isDeleted(record, servedAt)) {
        deletedCount += 1;
        continue;
      }
      const { id, name } = record;
      const databaseName = list ?? addressedDatabaseOf(record);
      // Every record without an ID is a row of its own.
      const key = id === null ? `${instanceKey(databaseName, `#${index}`)}?` : instanceKey(databaseName, id);
      const first = rows.get(key);
      const row = { key, databaseName, id, name, record, source: 'listed' as const };
      if (first === undefined) rows.set(key, { ...row, isDuplicate: false });
      else {
        const isNewer = (createdAt(record) ?? 0) > (createdAt(first.record) ?? 0);
        rows.set(key, { ...(isNewer ? row : first), isDuplicate: true });
      }
    }
  for (const { databaseName, id, name } of added) {
    const key = instanceKey(databaseName, id);
    const row = rows.get(key);
    if (row === undefined)
      rows.set(key, { key, databaseName, id, name, record: null, source: 'added', isDuplicate: false });
    else if (row.source === 'listed') rows.set(key, { ...row, name: row.name ?? name, source: 'both' });
  }
  const repeated = repeatedNames(rows.values());
  const labelled = Array.from(rows.values(), (row) => ({ ...row, label: labelOf(row, repeated) }));
  return { rows: labelled, deletedCount };
}

/** Earlier dates are placeholders: platforms count time from 1601, 1900, 1970, 1980, 2000 or 2001. */
const firstPlausibleMs = Date.UTC(2002, 0, 1);
/** How far a date of the service may be ahead of the list it is in (ms): several clocks are involved. */
const toleranceMs = 5 * 60_000;

/**
 * Returns true if a record says that its instance is deleted (section 2). Only a plausible date in the past does; a
 * placeholder would hide an instance that exists.
 * @param servedAt when the service sent the record, by its own clock (ms since the epoch)
 */
export function isDeleted({ deleted }: ComputeInstance, servedAt: number): boolean {
  return deleted !== null && isPlausiblePast(deleted, servedAt);
}

/** Returns true if a text is a date in the past that is no placeholder. */
export function isPlausiblePast(text: string, now: number): boolean {
  const time = parseInstant(text);
  return time !== null && time >= firstPlausibleMs && time <= now + toleranceMs;
}

function createdAt(record: ComputeInstance | null): number | null {
  return record?.created == null ? null : parseInstant(record.created);
}

/** Returns the names and IDs of more than one row. Two rows with one label would be confirmed by the same text. */
function repeatedNames(rows: Iterable<UnlabelledRow>): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { id, name } of rows) {
    const trimmed = name?.trim() ?? '';
    for (const text of trimmed === id ? [trimmed] : [trimmed, id ?? '']) {
      if (seen.has(text)) repeated.add(text);
      seen.add(text);
    }
  }
  return repeated;
}

function labelOf({ id, name }: UnlabelledRow, repeated: ReadonlySet<string>): string {
  const trimmed = name?.trim() ?? '';
  // A text field has one line, so a name with a line break can't be typed.
  const canConfirm = trimmed !== '' && !repeated.has(trimmed) && !/[\r\n]/.test(trimmed);
  return canConfirm ? trimmed : (id ?? (trimmed || 'instance without an ID'));
}
