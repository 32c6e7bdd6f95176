import type { ComputeInstance } from '../../api/instanceRecord.ts';
import { pathValueProblem } from '../../api/servicePath.ts';
import { counted } from '../../ui/words.ts';
import type { DeletionEntry } from './deletion/deletionEntry.ts';
import type { RowState } from './deletion/deletionMarks.ts';

/** One line of the Compute list: where an instance is addressed, and what is known of it. */
export type InstanceRow = {
  /** Database and id together, or a placeholder where there is no id: unique within a workspace. */
  key: string;
  /** Empty where a listing of the whole workspace does not say; such a row can't be deleted. */
  databaseName: string;
  /** null where the record carries no id that is a text; such a row can't be deleted. */
  id: string | null;
  name: string | null;
  /** What the admin reads and types: the name, or the id where the name is empty or not unique. */
  label: string;
  /** The record the service listed; null for an instance that was only added by hand. */
  record: ComputeInstance | null;
  source: 'listed' | 'added' | 'both';
  /** The service lists more than one record with this ID in this database. */
  isDuplicate: boolean;
};

/** A row that a deletion can name. */
export type Deletable = InstanceRow & { id: string };

/** The key of a row: database and id as one text that no other pair gives. */
export function instanceKey(databaseName: string, id: string): string {
  return JSON.stringify([databaseName, id]);
}

/** Where the row with a key stands in a list, or -1. */
export function indexOfKey(rows: readonly InstanceRow[], key: string): number {
  return rows.findIndex((row) => row.key === key);
}

/** An intent's target as a row, for an instance that the list does not show: it can still be asked about. */
export function rowOfEntry({ target, label, listed, ...entry }: DeletionEntry): Deletable {
  const { databaseName, instanceId } = target;
  const key = instanceKey(databaseName, instanceId);
  const name = entry.name ?? (label === instanceId ? null : label);
  const source = listed ? 'listed' : 'added';
  return { key, databaseName, id: instanceId, name, label, record: null, source, isDuplicate: false };
}

/**
 * The database that a listed record names itself: `databaseName`, `database` as a text, or `database.name` as in the
 * known variant. Only a text is taken.
 * @returns an empty text where it names none
 */
function databaseOf({ raw }: ComputeInstance): string {
  const { databaseName, database } = raw;
  if (typeof databaseName === 'string') return databaseName;
  if (typeof database === 'string') return database;
  if (typeof database !== 'object' || database === null || !('name' in database)) return '';
  return typeof database.name === 'string' ? database.name : '';
}

/**
 * The database in which a record of a whole workspace's listing is addressed. What else than the known variant nests a
 * `database` may mean another thing by its name; then the row can't be deleted.
 */
export function addressedDatabaseOf(record: ComputeInstance): string {
  const { raw } = record;
  const isKnown = 'instanceId' in raw || typeof (raw.databaseName ?? raw.database) === 'string';
  return isKnown ? databaseOf(record) : '';
}

/** "1 instance", "2 instances", "12,000 instances". */
export function instancesCount(count: number): string {
  return counted(count, 'instance');
}

/** Why a row can't be deleted now, as a sentence; null where it can. */
export function undeletableReason(row: InstanceRow, { mark, isProtected }: RowState): string | null {
  if (row.id === null) return 'This record has no text ID, so it can’t be deleted.';
  const wrongId = pathValueProblem(row.id);
  if (wrongId !== null) return `The instance ID ${wrongId}.`;
  if (row.databaseName === '') return 'This record has no database, so it can’t be deleted.';
  const wrongDatabase = pathValueProblem(row.databaseName);
  if (wrongDatabase !== null) return `The database name ${wrongDatabase}.`;
  if (isProtected) return 'Protected on this device. Turn protection off in Details first.';
  if (mark?.kind === 'deleting') return 'It is being deleted.';
  if (mark?.kind === 'mismatch')
    return 'Its last delete response named a different workspace. Review the alert above the list first.';
  if (mark?.kind === 'elsewhere') return 'It is being deleted in another tab.';
  return null;
}

/** Why a row can't be part of a bulk deletion, as a sentence, or null. Doubtful rows are confirmed one by one. */
export function bulkBlockedReason(row: InstanceRow, state: RowState): string | null {
  const reason = undeletableReason(row, state);
  if (reason !== null) return reason;
  if (state.names !== null) return `The record names a different ${state.names}. Delete it on its own.`;
  return row.isDuplicate ? 'Several records have this ID. Delete it on its own.' : null;
}

/** What can be done with a row; the page knows how. */
export type RowActions = {
  onDelete: (row: InstanceRow) => void;
  onShow: (row: InstanceRow) => void;
  /** With `range`, from the row selected last to this one. */
  onSelect: (row: InstanceRow, range: boolean) => void;
  /** Both rows and all between them. */
  onExtend: (from: InstanceRow, to: InstanceRow) => void;
  onForget: (row: InstanceRow) => void;
  onProtect: (row: InstanceRow, isProtected: boolean) => void;
  onDismiss: (entry: DeletionEntry) => void;
};

/** Where a row is listed, and where its record says that it is. */
type OtherPlace = { kind: 'workspace' | 'database'; listed: string; named: string };

/**
 * The places that a row's record names other than those it was listed in, the workspace first. A deletion goes to where
 * it was listed, so it may reach nothing, or something else.
 * @returns empty where the record agrees, or names none
 */
export function otherPlaces({ record, databaseName }: InstanceRow, workspaceSlug: string): OtherPlace[] {
  if (record === null) return [];
  const slug = record.workspace?.slug ?? workspaceSlug;
  const database = databaseOf(record) || databaseName;
  const places: OtherPlace[] = [
    { kind: 'workspace', listed: workspaceSlug, named: slug },
    { kind: 'database', listed: databaseName, named: database },
  ];
  return places.filter(({ listed, named }) => listed !== named);
}
