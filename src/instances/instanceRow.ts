import { parseInstant } from '../format/time.ts';
import { formatCount } from '../format/words.ts';
import { type ComputeInstance, getDatabaseName } from '../rules/instanceRecord.ts';

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
  /** Null if no list of the service contains the instance. */
  record: ComputeInstance | null;
  source: 'listed' | 'added' | 'both';
  /** True if several records have this ID in this database. */
  isDuplicate: boolean;
  /** When its list was requested or it was added (ms since 1970, by this browser's clock). */
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
  const fields: ListMismatch[] = [
    { field: 'workspace', listValue: workspace, recordValue: record.workspace?.slug ?? workspace },
    { field: 'database', listValue: databaseName, recordValue: getDatabaseName(record) || databaseName },
  ];
  return fields.filter(({ listValue, recordValue }) => listValue !== recordValue);
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
  return row.isDuplicate ? 'Several records have this ID. Delete it separately.' : null;
}
