import { type ComputeInstance, databaseOf } from '../../api/instanceRecord.ts';
import { pathValueProblem } from '../../api/servicePath.ts';
import { parseInstant } from '../../ui/time.ts';
import { counted } from '../../ui/words.ts';

/** A row of the Compute list: where an instance is, and its record. */
export type InstanceRow = {
  /** Database and ID. If the record has no ID, a placeholder. Unique within a workspace. */
  key: string;
  /** Empty if a workspace list does not name it. Such a row can't be deleted. */
  databaseName: string;
  /** null if the record has no text ID. Such a row can't be deleted. */
  id: string | null;
  name: string | null;
  /** The text the admin reads and types: the name, or the ID if the name is empty, repeated or has a line break. */
  label: string;
  /** The listed record; null for an instance that was only added in this browser. */
  record: ComputeInstance | null;
  source: 'listed' | 'added' | 'both';
  /** The service lists more than one record with this ID in this database. */
  isDuplicate: boolean;
  /** The creation date in an earlier entry. Only a row that was made from the entry, because no list has it, has this. */
  loggedCreated?: string | null;
};

/** A row with the ID that a deletion needs. */
export type DeletableRow = InstanceRow & { id: string };

/** Returns the row key of an instance. No other database and ID have the same one. */
export function instanceKey(databaseName: string, id: string): string {
  return JSON.stringify([databaseName, id]);
}

/** Returns the index of the row with a key, or -1. */
export function indexOfKey(rows: readonly InstanceRow[], key: string): number {
  return rows.findIndex((row) => row.key === key);
}

/**
 * Returns the database of a record in a workspace list. Only the public variant nests the database of the instance under
 * `database`; in another record the nested name may mean something else, so the row can't be deleted.
 */
export function addressedDatabaseOf(record: ComputeInstance): string {
  const { raw } = record;
  const isKnown = 'instanceId' in raw || typeof (raw.databaseName ?? raw.database) === 'string';
  return isKnown ? databaseOf(record) : '';
}

/** Returns why a value can't be in the path of a request, as a sentence, or null. */
export function pathProblem(label: 'database name' | 'instance ID', value: string): string | null {
  const problem = pathValueProblem(value);
  return problem && `The ${label} ${problem}.`;
}

/** Formats a number of instances: "1 instance", "12,000 instances". */
export function instancesCount(count: number): string {
  return counted(count, 'instance');
}

/** A field of a record that contradicts where the record was listed. */
type Mismatch = { field: 'workspace' | 'database'; listed: string; named: string };

/**
 * Returns the fields of a record that contradict where it was listed, the workspace first. A delete request goes to where
 * it was listed, so it may reach nothing or another instance.
 */
export function mismatchesOf({ record, databaseName }: InstanceRow, workspaceSlug: string): Mismatch[] {
  if (record === null) return [];
  const fields: Mismatch[] = [
    { field: 'workspace', listed: workspaceSlug, named: record.workspace?.slug ?? workspaceSlug },
    { field: 'database', listed: databaseName, named: databaseOf(record) || databaseName },
  ];
  return fields.filter(({ listed, named }) => listed !== named);
}

/** Returns the creation date that a deletion of this row stores. */
export function createdOf({ record, loggedCreated = null }: InstanceRow): string | null {
  return record?.created ?? loggedCreated;
}

/** Returns true if one date of the service is later than another one. An unreadable date is never later. */
export function isLater(date: string | null | undefined, other: string | null | undefined): boolean {
  const [later, earlier] = [date, other].map((text) => (text == null ? null : parseInstant(text)));
  return later != null && earlier != null && later > earlier;
}

/**
 * Returns why a row must not be deleted as an open dialog shows it, as a sentence, or null. Its ID may belong to another
 * instance since. The label doesn't count, because it also depends on the names of the other rows.
 * @param latest the row that the list has now under the same key
 */
export function changeReason(
  shown: DeletableRow,
  latest: InstanceRow | undefined,
  workspaceSlug: string,
): string | null {
  if (latest === undefined)
    return shown.loggedCreated === undefined
      ? 'This instance is no longer in the list. It was deleted in another tab, or the service no longer lists it.'
      : null;
  // The first record of an added instance has a date that the admin couldn't know. It contradicts no date.
  const hasNoDate = shown.record === null && createdOf(shown) === null;
  const [before, now] = [shown, latest].map((row) =>
    JSON.stringify([
      row.name,
      hasNoDate ? null : createdOf(row),
      row.isDuplicate,
      mismatchesOf(row, workspaceSlug),
    ]),
  );
  return before === now
    ? null
    : 'This instance has changed since you opened this dialog. Close it and check the list.';
}
