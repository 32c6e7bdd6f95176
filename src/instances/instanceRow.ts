import { parseInstant } from '../format/time.ts';
import { formatCount } from '../format/words.ts';
import { type ComputeInstance, getDatabaseName, isSameWorkspace } from '../rules/instanceRecord.ts';

export type InstanceRow = {
  /** Unique within a workspace. If the record has no ID, a placeholder replaces it. */
  key: string;
  /** Empty if neither the list nor the record names the database. A row without a database can't be deleted. */
  databaseName: string;
  /** Null if the ID of the record is missing or not text. A row without an ID can't be deleted. */
  id: string | null;
  name: string | null;
  /** The name on screen, which the admin types to confirm. It is the ID if the name is empty, not unique or can't be typed. */
  label: string;
  /** The label of a different row that looks the same. Null without one. */
  lookAlike: string | null;
  /** Null if no list of the service contains the instance, so it was added by hand. */
  record: ComputeInstance | null;
  /** True if an admin added it by hand. */
  isAdded: boolean;
  /** True if several records have this ID in this database. */
  isDuplicate: boolean;
  /** When its list was requested (ms since 1970, by the server's clock). 0 for an added instance that isn't listed. */
  seenAt: number;
};

export type RowWithId = InstanceRow & { id: string };

export function hasId(row: InstanceRow): row is RowWithId {
  return row.id !== null;
}

export function formatInstanceCount(count: number): string {
  return formatCount(count, 'instance');
}

export type ListMismatch = { field: 'workspace' | 'database'; listValue: string; recordValue: string };

/** A DELETE has the values of the list, so after a mismatch it could reach a different instance. */
export function findListMismatches({ record, databaseName }: InstanceRow, workspace: string): ListMismatch[] {
  if (record === null) return [];
  const slug = record.workspace?.slug ?? workspace;
  const recordDatabase = getDatabaseName(record) || databaseName;
  const mismatches: ListMismatch[] = [];
  if (!isSameWorkspace(slug, workspace))
    mismatches.push({ field: 'workspace', listValue: workspace, recordValue: slug });
  if (recordDatabase !== databaseName)
    mismatches.push({ field: 'database', listValue: databaseName, recordValue: recordDatabase });
  return mismatches;
}

/** A `deleted` that the console can't read, as it was received: "deleted: true". Null if it is clear. */
export function findUnclearDeleted({ record }: InstanceRow): string | null {
  const deleted = record?.raw.deleted ?? null;
  if (deleted === null || deleted === false) return null;
  if (typeof deleted === 'string' && parseInstant(deleted) !== null) return null;
  return `deleted: ${typeof deleted === 'string' ? deleted : JSON.stringify(deleted)}`.slice(0, 60);
}

/** False if a date is missing or unreadable. */
export function isLater(date: string | null | undefined, other: string | null | undefined): boolean {
  const [later, earlier] = [date, other].map((text) => (text == null ? null : parseInstant(text)));
  return later != null && earlier != null && later > earlier;
}

/** After a change, the ID of the dialog may belong to a different instance. */
export function findRowChange(
  shown: InstanceRow,
  latest: InstanceRow | undefined,
  workspace: string,
): string | null {
  if (latest === undefined) return 'This instance is no longer in the list.';
  // An added instance has no date until the service lists its record. The first date is not a change.
  const ignoresDate = shown.record === null;
  // Without the labels, which also depend on other rows.
  const [before, after] = [shown, latest].map((row) =>
    JSON.stringify([
      row.name,
      ignoresDate ? null : (row.record?.created ?? null),
      row.isDuplicate,
      findListMismatches(row, workspace),
    ]),
  );
  if (before === after) return null;
  return 'This instance has changed since you opened this dialog. Close the dialog and check the list.';
}

/** Why a row is left out of bulk deletes although it may be deleted by itself, where the dialog shows the warning. */
export function bulkProblem(row: InstanceRow, workspace: string): string | null {
  const [mismatch] = findListMismatches(row, workspace);
  if (mismatch !== undefined) return `The record names a different ${mismatch.field}. Delete it separately.`;
  const unclear = findUnclearDeleted(row);
  if (unclear !== null) return `The record has “${unclear}”. Delete it separately.`;
  return row.isDuplicate ? 'Several records have this ID. Delete it separately.' : null;
}
