import { type InstanceList, isDeletedRecord } from '../api/computeInstances.ts';
import { isInvisible, toBidiIsolatedText } from '../format/text.ts';
import { parseInstant } from '../format/time.ts';
import { instanceKey } from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName, isSameWorkspace } from '../rules/instanceRecord.ts';
import type { AddedInstance } from '../rules/requests.ts';
import type { MergedRow, RowWarning } from './instanceRow.ts';

type ReceivedList = { databaseName: string | null; list: InstanceList };

type FoundRow = Omit<MergedRow, 'label'>;

/** One row for each database and ID: the newest record, marked as a duplicate if there are several. */
export function mergeLists(
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
      const key = instanceKey({ databaseName, instanceId: id ?? `#${index}` }) + (id === null ? '?' : '');
      const warnings = findWarnings(record, databaseName, workspace);
      const row = { key, databaseName, id, name, record, warnings, seenAt: list.requestedAt };
      const other = found.get(key);
      const newest = other && createdMs(record) <= createdMs(other.record) ? other : row;
      const marked = other && { ...newest, warnings: [...new Set([...newest.warnings, duplicateWarning])] };
      found.set(key, marked ?? newest);
    }
  for (const { databaseName, instanceId: id, name } of added) {
    const key = instanceKey({ databaseName, instanceId: id });
    const unlisted = { key, databaseName, id, name: null, record: null, warnings: [], seenAt: null };
    const row = found.get(key) ?? unlisted;
    found.set(key, { ...row, name: row.name ?? name });
  }
  const rows = [...found.values()];
  const repeatedTexts = findRepeatedTexts(rows);
  return rows.map((row) => ({ ...row, label: chooseLabel(row, repeatedTexts) }));
}

function createdMs(record: ComputeInstance | null): number {
  return parseInstant(record?.created ?? '') ?? 0;
}

/** A name that is also a name or ID of a different row yields to the ID, if any. */
function findRepeatedTexts(rows: readonly FoundRow[]): ReadonlySet<string> {
  const texts = rows.flatMap(({ id, name }) => [...new Set([name?.trim() ?? '', id ?? ''])]);
  const groups = [...Map.groupBy(texts, (text) => text)];
  return new Set(groups.flatMap(([text, { length }]) => (length > 1 ? text : [])));
}

function chooseLabel({ id, name }: FoundRow, repeatedTexts: ReadonlySet<string>): string {
  const trimmedName = name?.trim() ?? '';
  // Nobody sees an invisible name, and `toTypable` takes a line break for a space.
  const isTypable = !isInvisible(trimmedName) && !/[\r\n]/.test(trimmedName);
  if (isTypable && !repeatedTexts.has(trimmedName)) return trimmedName;
  return id ?? (trimmedName || 'instance without an ID');
}

const duplicateWarning: RowWarning = {
  mark: 'Duplicate ID',
  tone: 'notice',
  text: 'Several records have this ID, and only one of them is shown.',
};

/** A DELETE has the values of the list. If the record has others, it could reach a different instance. */
export function findWarnings(
  record: ComputeInstance,
  databaseName: string,
  workspace: string,
): readonly RowWarning[] {
  const warnings: RowWarning[] = [];
  function addDifference(field: string, listValue: string, recordValue: string) {
    const [list, said] = [listValue, recordValue].map(toBidiIsolatedText);
    const text = `It's listed in ${list}, but the record says ${said}.`;
    warnings.push({ mark: `Different ${field}`, tone: 'danger', text });
  }
  const slug = record.workspace?.slug ?? workspace;
  const recordDatabase = getDatabaseName(record) || databaseName;
  if (!isSameWorkspace(slug, workspace)) addDifference('workspace', workspace, slug);
  if (recordDatabase !== databaseName) addDifference('database', databaseName, recordDatabase);
  const mark = findUnclearDeleted(record);
  if (mark !== null) warnings.push({ mark, tone: 'notice', text: 'It may already be deleted.' });
  return warnings;
}

const saysDeleted = /^(?!delete$)(?:is|soft)?_?delet(?:ed?|ion)_?(?:at|on|time(?:stamp)?|date)?$/i;

/** A field that may mean deleted, such as "deleted: true". A date in `deleted` doesn't count: `isDeletedRecord` judges it. */
function findUnclearDeleted({ raw }: ComputeInstance): string | null {
  for (const [field, value] of Object.entries(raw)) {
    const isSet = !/^(?:|0|false|(?:000.|1970)-.*)$/i.test(`${value ?? ''}`);
    const isClear = field === 'deleted' && parseInstant(`${value}`) !== null;
    if (isSet && !isClear && saysDeleted.test(field))
      return `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, 60);
  }
  return null;
}
