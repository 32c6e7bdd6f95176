import { type ComputeInstance, databaseNameOf } from '../../api/instanceRecord.ts';
import { pathValueProblem } from '../../api/servicePath.ts';
import { parseInstant } from '../../ui/time.ts';
import { counted } from '../../ui/words.ts';

/** A row of the Compute list: the address of an instance, and its record. */
export type InstanceRow = {
  /** Database and ID, unique within a workspace. If the record has no ID, a placeholder replaces the ID. */
  key: string;
  /** Empty if the record is in the list of a whole workspace and names no database. The row can't be deleted then. */
  databaseName: string;
  /** null if the ID of the record is missing or not text. The row can't be deleted then. */
  id: string | null;
  name: string | null;
  /** The displayed name, which the admin types to confirm. It is the ID if the name is empty, repeated or has a line break. */
  label: string;
  /** The listed record; null for an instance that was only added in this browser. */
  record: ComputeInstance | null;
  source: 'listed' | 'added' | 'both';
  /** True if the service lists more than one record with this ID in this database. */
  isDuplicate: boolean;
  /** The creation date in the deletion log. Set only on a row that was created from an entry and has no record. */
  loggedCreated?: string | null;
};

/** A row with the ID that a deletion needs. */
export type DeletableRow = InstanceRow & { id: string };

/** Returns the row key of an instance. Each pair of database and ID has a different key. */
export function instanceKey(databaseName: string, id: string): string {
  return JSON.stringify([databaseName, id]);
}

/** Returns the index of the row with the given key, or -1. */
export function indexOfKey(rows: readonly InstanceRow[], key: string): number {
  return rows.findIndex((row) => row.key === key);
}

/**
 * Returns the database of a record in the list of a workspace, or an empty text if the record names none. Reads
 * `database.name` only in the public variant (`service.md`), because it may mean something else in other records.
 */
export function databaseInWorkspaceList(record: ComputeInstance): string {
  const { raw } = record;
  const isKnown = 'instanceId' in raw || typeof (raw.databaseName ?? raw.database) === 'string';
  return isKnown ? databaseNameOf(record) : '';
}

/** Returns a sentence that says why a value can't be part of a request path, or null if it can. */
export function pathProblem(label: 'database name' | 'instance ID', value: string): string | null {
  const problem = pathValueProblem(value);
  return problem && `The ${label} ${problem}.`;
}

/** Formats a number of instances: "1 instance", "12,000 instances". */
export function formatInstanceCount(count: number): string {
  return counted(count, 'instance');
}

/** A field of a record that contradicts the workspace or database whose list contains the record. */
type Mismatch = { field: 'workspace' | 'database'; listed: string; named: string };

/**
 * Returns the fields of a record that contradict the list that contains it, the workspace first. A delete request uses the
 * workspace and database of the list, so it could reach another instance.
 */
export function mismatchesOf({ record, databaseName }: InstanceRow, workspaceSlug: string): Mismatch[] {
  if (record === null) return [];
  const fields: Mismatch[] = [
    { field: 'workspace', listed: workspaceSlug, named: record.workspace?.slug ?? workspaceSlug },
    { field: 'database', listed: databaseName, named: databaseNameOf(record) || databaseName },
  ];
  return fields.filter(({ listed, named }) => listed !== named);
}

/** Returns the creation date that a deletion of this row stores. */
export function createdOf({ record, loggedCreated = null }: InstanceRow): string | null {
  return record?.created ?? loggedCreated;
}

/** Returns true if `date` is later than `other`. A missing or unreadable date is never later or earlier. */
export function isLater(date: string | null | undefined, other: string | null | undefined): boolean {
  const [later, earlier] = [date, other].map((text) => (text == null ? null : parseInstant(text)));
  return later != null && earlier != null && later > earlier;
}

/**
 * Returns a sentence if a row changed after its dialog was opened, otherwise null. After a change, the ID may belong to
 * another instance. Labels are not compared, because they also depend on the names of other rows.
 * @param latest the current row with the same key
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
  // Ignore the first date of an added instance. It has no date until the service lists its record.
  const hasNoDate = shown.record === null && createdOf(shown) === null;
  const [shownFacts, latestFacts] = [shown, latest].map((row) =>
    JSON.stringify([
      row.name,
      hasNoDate ? null : createdOf(row),
      row.isDuplicate,
      mismatchesOf(row, workspaceSlug),
    ]),
  );
  return shownFacts === latestFacts
    ? null
    : 'This instance has changed since you opened this dialog. Close the dialog and check the list.';
}
