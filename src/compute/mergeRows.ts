import type { InstanceList } from '../api/computeInstances.ts';
import { isInvisible, toBidiIsolatedText } from '../format/text.ts';
import { parseInstant } from '../format/time.ts';
import { instanceKey } from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName, isSameWorkspace } from '../rules/instanceRecord.ts';
import type { AddedInstance } from '../rules/requests.ts';
import type { MergedRow, RowDoubt } from './instanceRow.ts';
import { isDeletedRecord } from './listCheck.ts';

type ReceivedList = { databaseName: string | null; list: InstanceList };

type FoundRow = Omit<MergedRow, 'label' | 'doubts'> & { isDuplicate: boolean };

/** One row for each database and ID: the newest record, marked as a duplicate if there are several. */
export function mergeRows(
  lists: readonly ReceivedList[],
  added: readonly AddedInstance[],
  workspace: string,
): readonly MergedRow[] {
  const found = new Map<string, FoundRow>();
  for (const { databaseName: listDatabase, list } of lists)
    for (const [index, record] of list.items.entries()) {
      if (isDeletedRecord(record, list)) continue;
      const { id, name } = record;
      const databaseName = listDatabase ?? getDatabaseName(record);
      // Each record without an ID has its own row, so its place in the list is part of the key.
      const key = instanceKey({ databaseName, instanceId: id ?? `#${index}` }) + (id === null ? '?' : '');
      const other = found.get(key);
      const isDuplicate = other !== undefined;
      const row = { key, databaseName, id, name, record, isAdded: false, isDuplicate };
      if (other !== undefined && createdMs(record) <= createdMs(other.record)) other.isDuplicate = true;
      else found.set(key, { ...row, seenAt: list.requestedAt });
    }
  for (const { databaseName, instanceId: id, name } of added) {
    const key = instanceKey({ databaseName, instanceId: id });
    const listed = found.get(key);
    if (listed !== undefined) found.set(key, { ...listed, name: listed.name ?? name, isAdded: true });
    else {
      const row = { key, databaseName, id, name, record: null, isAdded: true, isDuplicate: false };
      found.set(key, { ...row, seenAt: null });
    }
  }
  const rows = [...found.values()];
  const repeatedTexts = findRepeatedTexts(rows);
  return rows.map((row) => {
    return { ...row, label: chooseLabel(row, repeatedTexts), doubts: findDoubts(row, workspace) };
  });
}

function createdMs(record: ComputeInstance | null): number {
  return (record?.created != null && parseInstant(record.created)) || 0;
}

/** The texts that are the name or ID of several rows. They can't be labels, because a label identifies one row. */
function findRepeatedTexts(rows: readonly FoundRow[]): ReadonlySet<string> {
  const seenTexts = new Set<string>();
  const repeatedTexts = new Set<string>();
  for (const { id, name } of rows)
    for (const text of new Set([name?.trim() ?? '', id ?? ''])) {
      if (seenTexts.has(text)) repeatedTexts.add(text);
      seenTexts.add(text);
    }
  return repeatedTexts;
}

function chooseLabel({ id, name }: FoundRow, repeatedTexts: ReadonlySet<string>): string {
  const trimmedName = name?.trim() ?? '';
  // A name with a line break, or one that nobody can see, can't be typed into a text field.
  const isTypable = !isInvisible(trimmedName) && !/[\r\n]/.test(trimmedName);
  const isUsable = isTypable && !repeatedTexts.has(trimmedName);
  return isUsable ? trimmedName : (id ?? (trimmedName || 'instance without an ID'));
}

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
