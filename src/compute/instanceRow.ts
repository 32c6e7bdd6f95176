import { formatCount, toBidiIsolatedText } from '../format/text.ts';
import { parseInstant } from '../format/time.ts';
import type { Deletion, DeletionItem, DeletionTarget, Protection } from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName, isSameWorkspace } from '../rules/instanceRecord.ts';
import type { Refusal } from '../rules/requests.ts';

export type MergedRow = {
  /** Unique within a workspace. If the record has no ID, a placeholder replaces it. */
  key: string;
  /** Empty if neither the list nor the record names the database. A row without a database can't be deleted. */
  databaseName: string;
  /** Null if the ID of the record is missing or not text. A row without an ID can't be deleted. */
  id: string | null;
  name: string | null;
  /** The name on screen, which the admin types to confirm. It is the ID if the name is empty, not unique or can't be typed. */
  label: string;
  /** Null if no list of the service contains the instance, so it was added by hand. */
  record: ComputeInstance | null;
  isAdded: boolean;
  doubts: readonly RowDoubt[];
  /** When its list was requested (ms since 1970, by the server's clock). Null if unknown, or if no list contains it. */
  seenAt: number | null;
};

export type InstanceRow = MergedRow & {
  state: RowState | null;
  refusal: Refusal | null;
  protection: Protection | null;
};

export type RowWithId = InstanceRow & { id: string };

/** One instance of a deletion, with its place in it. */
export type LogItem = { deletion: Deletion; index: number; item: DeletionItem };

export type RowState = LogItem & {
  kind: 'deleting' | 'still-listed' | 'not-found' | 'unknown' | 'mismatch';
};

/** What is odd about a record. The table shows the mark, and the dialogs show the title and the text. */
export type RowDoubt = { mark: string; tone: 'notice' | 'danger'; title: string; text: string };

export function hasId(row: InstanceRow): row is RowWithId {
  return row.id !== null;
}

/** What is in doubt is deleted by itself, where the dialog shows the doubt. */
export function isSelectable(row: InstanceRow): row is RowWithId {
  return hasId(row) && row.refusal === null && row.doubts.length === 0;
}

/** Why a row is left out of bulk deletes although it may be deleted by itself. */
export function bulkProblem({ doubts: [doubt] }: InstanceRow): string | null {
  return doubt === undefined ? null : `${doubt.title} Delete it separately.`;
}

export function formatInstanceCount(count: number): string {
  return formatCount(count, 'instance');
}

/** `CLOUDB_EASTUS` is "eastus CLOUDB". */
export function findDoubts(
  {
    record,
    databaseName,
    isDuplicate,
  }: Pick<MergedRow, 'record' | 'databaseName'> & { isDuplicate: boolean },
  workspace: string,
): readonly RowDoubt[] {
  const doubts: RowDoubt[] = [];
  if (record === null) return doubts;
  const slug = record.workspace?.slug ?? workspace;
  const recordDatabase = getDatabaseName(record) || databaseName;
  if (!isSameWorkspace(slug, workspace)) doubts.push(describeMismatch('workspace', workspace, slug));
  if (recordDatabase !== databaseName)
    doubts.push(describeMismatch('database', databaseName, recordDatabase));
  const unclear = findUnclearDeleted(record);
  if (unclear !== null)
    doubts.push({
      mark: unclear,
      tone: 'notice',
      title: `The record has “${unclear}”.`,
      text: 'The instance may already be deleted.',
    });
  if (isDuplicate)
    doubts.push({
      mark: 'Duplicate ID',
      tone: 'notice',
      title: 'Several records have this ID.',
      text: 'Only one of them is shown. Find out why before you delete it.',
    });
  return doubts;
}

/** A DELETE has the values of the list, so after a mismatch it could reach a different instance. */
function describeMismatch(field: string, listValue: string, recordValue: string): RowDoubt {
  const [list, record] = [listValue, recordValue].map(toBidiIsolatedText);
  return {
    mark: `Different ${field}`,
    tone: 'danger',
    title: `The record names a different ${field}.`,
    text: `It's listed in ${list}, but the record says ${record}. Find out why before you delete it.`,
  };
}

/** What may say that it is deleted, as it was received: "deleted: true". Null if there is nothing, or a clear `deleted`. */
function findUnclearDeleted({ raw }: ComputeInstance): string | null {
  const field = ['deleted', 'deletedAt', 'isDeleted'].find((name) => {
    const value = raw[name] ?? false;
    const isClear = name === 'deleted' && typeof value === 'string' && parseInstant(value) !== null;
    return value !== false && value !== '' && !isClear;
  });
  if (field === undefined) return null;
  const value = raw[field];
  return `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, 60);
}

export function isLater(date: string | null | undefined, other: string | null | undefined): boolean {
  const [later, earlier] = [date, other].map((text) => (text == null ? null : parseInstant(text)));
  return later != null && earlier != null && later > earlier;
}

export function toTarget({ databaseName, id: instanceId, ...shown }: RowWithId): DeletionTarget {
  return { databaseName, instanceId, ...toStored(shown) };
}

/** As far as our server takes it. Half a character at the end would be refused. */
function toStored({ name, record }: Pick<InstanceRow, 'name' | 'record'>) {
  const cut = (text: string | null | undefined, length: number) =>
    text?.slice(0, length).toWellFormed() ?? null;
  return { name: cut(name, 512), created: cut(record?.created, 64) };
}

export function isSameInstance(row: InstanceRow, target: Pick<DeletionTarget, 'name' | 'created'>): boolean {
  const { name, created } = toStored(row);
  return name === target.name && created === target.created;
}

/** After a change, the ID of the dialog may belong to a different instance. */
export function findRowChange(shown: RowWithId, latest: InstanceRow | undefined): string | null {
  if (latest === undefined) return 'This instance is no longer in the list.';
  const hasSameDoubts = JSON.stringify(shown.doubts) === JSON.stringify(latest.doubts);
  if (isSameInstance(latest, toTarget(shown)) && hasSameDoubts) return null;
  return 'This instance has changed since you opened this dialog. Close the dialog and check the list.';
}
