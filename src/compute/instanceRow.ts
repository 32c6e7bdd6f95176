import { type ComputeInstance, getDatabaseName } from '../api/instanceRecord.ts';
import { findPathValueProblem } from '../api/servicePath.ts';
import { parseInstant } from '../ui/time.ts';
import { formatCount } from '../ui/words.ts';

/** A row of the Compute list: the database, the ID and the record of an instance. */
export type InstanceRow = {
  /** Database and ID, unique within a workspace. If the record has no ID, a placeholder replaces the ID. */
  key: string;
  /** Empty if neither the list nor the record names the database. A row without a database can't be deleted. */
  databaseName: string;
  /** null if the ID of the record is missing or not text. A row without an ID can't be deleted. */
  id: string | null;
  name: string | null;
  /** The displayed name that the admin types to confirm. It is the ID if the name is empty, not unique or has a line break. */
  label: string;
  /** The record from a list of the service, or null if no list contains the instance. */
  record: ComputeInstance | null;
  source: 'listed' | 'added' | 'both';
  /** True if the service lists more than one record with this ID in this database. */
  isDuplicate: boolean;
  /** The creation date from the deletion log. Only a row that was built from a log entry has this property. */
  loggedCreated?: string | null;
};

/** A row with the ID that a deletion needs. */
export type DeletableRow = InstanceRow & { id: string };

/** Returns the row key of an instance. Each pair of database and ID has a different key. */
export function createInstanceKey(databaseName: string, id: string): string {
  return JSON.stringify([databaseName, id]);
}

export function findRowIndex(rows: readonly InstanceRow[], key: string): number {
  return rows.findIndex((row) => row.key === key);
}

/**
 * Returns the database name in a record from a list of the whole workspace, or an empty text. Ignores `database.name` unless
 * the record is the public variant (`service.md`), because the field may mean something else.
 */
export function readDatabaseName(record: ComputeInstance): string {
  const { raw } = record;
  const isPublicVariant = 'instanceId' in raw;
  const hasDatabaseName = typeof (raw.databaseName ?? raw.database) === 'string';
  return isPublicVariant || hasDatabaseName ? getDatabaseName(record) : '';
}

/** Returns a sentence that says why a value can't be part of a request path, or null if it can. */
export function findPathProblem(label: 'database name' | 'instance ID', value: string): string | null {
  const problem = findPathValueProblem(value);
  return problem && `The ${label} ${problem}.`;
}

/** Formats a number of instances: "1 instance", "12,000 instances". */
export function formatInstanceCount(count: number): string {
  return formatCount(count, 'instance');
}

/** A difference between a record and the list that contains the record. */
type Mismatch = { field: 'workspace' | 'database'; listValue: string; recordValue: string };

/**
 * Returns the mismatches between a record and its list, the workspace first. A delete request uses the workspace and
 * database of the list, so after a mismatch the request could reach another instance.
 */
export function findMismatches({ record, databaseName }: InstanceRow, workspaceSlug: string): Mismatch[] {
  if (record === null) return [];
  const fields: Mismatch[] = [
    { field: 'workspace', listValue: workspaceSlug, recordValue: record.workspace?.slug ?? workspaceSlug },
    { field: 'database', listValue: databaseName, recordValue: getDatabaseName(record) || databaseName },
  ];
  return fields.filter(({ listValue, recordValue }) => listValue !== recordValue);
}

/** Returns the creation date that a deletion of this row stores. */
export function getCreatedDate({ record, loggedCreated = null }: InstanceRow): string | null {
  return record?.created ?? loggedCreated;
}

/** Returns true if `date` is later than `other`. Returns false if one of the two dates is missing or unreadable. */
export function isLater(date: string | null | undefined, other: string | null | undefined): boolean {
  const [later, earlier] = [date, other].map((text) => (text == null ? null : parseInstant(text)));
  return later != null && earlier != null && later > earlier;
}

/**
 * Returns a sentence if a row changed after its dialog was opened, otherwise null. After a change, the ID may belong to
 * another instance. Labels are not compared, because they also depend on the names of other rows.
 * @param latest the current row with the same key
 */
export function findChangeReason(
  shown: DeletableRow,
  latest: InstanceRow | undefined,
  workspaceSlug: string,
): string | null {
  if (latest === undefined)
    return shown.loggedCreated === undefined
      ? 'This instance is no longer in the list. It was deleted in another tab, or the service no longer lists it.'
      : null;
  // An added instance has no date until the service lists its record. The first date is not a change.
  const hasNoRecordOrDate = shown.record === null && getCreatedDate(shown) === null;
  const [shownValues, latestValues] = [shown, latest].map((row) =>
    JSON.stringify([
      row.name,
      hasNoRecordOrDate ? null : getCreatedDate(row),
      row.isDuplicate,
      findMismatches(row, workspaceSlug),
    ]),
  );
  return shownValues === latestValues
    ? null
    : 'This instance has changed since you opened this dialog. Close the dialog and check the list.';
}
