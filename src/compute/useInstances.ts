import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  addedInstancesQuery,
  databasesQuery,
  hasListPerDatabase,
  type InstanceList,
  type InstanceListQuery,
  instancesQuery,
  isDeletedRecord,
} from '../api/computeInstances.ts';
import { isInvisible, toBidiIsolatedText } from '../format/text.ts';
import { parseInstant } from '../format/time.ts';
import { instanceKey } from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName, isSameWorkspace } from '../rules/instanceRecord.ts';
import { mayDelete } from '../rules/mayDelete.ts';
import type { Policy } from '../rules/policy.ts';
import type { AddedInstance } from '../rules/requests.ts';
import { refreshPageData, useConfig, useSession } from '../session/pageData.ts';
import { type InstanceRow, type ListedRow, type RowDoubt, stateOfRow } from './instanceRow.ts';
import { type DeletionLogState, guardKey, useDeletionLog } from './useDeletionLog.ts';

export type InstancesState = ReturnType<typeof useInstances>;

const none: readonly never[] = [];
const noRows: ReadonlyMap<string, InstanceRow> = new Map();

/** Every database has its own request, so that a failure doesn't hide the instances of the others. */
export function useInstances() {
  const { instancesPath, policy } = useConfig();
  const { workspace } = useSession();
  const log = useDeletionLog();
  const added = useQuery(addedInstancesQuery(workspace));
  const databases = useQuery(databasesQuery(workspace));
  const { names, combine } = useMemo(
    () => planQueries(instancesPath, databases.data ?? none),
    [instancesPath, databases.data],
  );
  const { lists, received } = useQueries({
    queries: names.map((databaseName) => instancesQuery(instancesPath ?? '', workspace, databaseName)),
    combine,
  });
  const listedRows = useMemo(
    () => mergeRows(received, added.data ?? none, workspace),
    [received, added.data, workspace],
  );
  // Removed rows would appear for a moment if rows were shown before the log was read.
  const isReady = !log.isPending && !added.isPending && !databases.isPending;
  const { byRow, byGuard, protections, failure } = log;
  const rowsByKey = useMemo(
    () => (isReady ? judgeRows(listedRows, { byRow, byGuard, protections, failure }, policy) : noRows),
    [isReady, listedRows, byRow, byGuard, protections, failure, policy],
  );
  const rows = useMemo(() => [...rowsByKey.values()], [rowsByKey]);
  const hasAll = isReady && lists.every(({ query }) => !query.isPending);
  return {
    rows,
    rowsByKey,
    lists,
    databases: databases.data ?? none,
    byRow,
    isLoading: !hasAll && rows.length === 0,
    hasAll,
    isLogUnavailable: failure !== null,
    /** Why the log, the added instances or the databases couldn't be read, or null. */
    failure: failure ?? added.error ?? databases.error,
  };
}

/** `received` stays the same while a list is only being read again. */
function planQueries(instancesPath: string | null, databases: readonly string[]) {
  // The only one is null if one list covers the whole workspace.
  const all = hasListPerDatabase(instancesPath) ? [...new Set(databases)] : [null];
  const names = instancesPath === null ? [] : all;
  function combine(results: UseQueryResult<InstanceList>[]) {
    const lists = results.map((query, index): InstanceListQuery => {
      return { databaseName: names[index] ?? null, query };
    });
    const received = lists.flatMap(({ databaseName, query: { data } }) =>
      data === undefined ? [] : [{ databaseName, list: data }],
    );
    return { lists, received };
  }
  return { names, combine };
}

type JudgedBy = Pick<DeletionLogState, 'byRow' | 'byGuard' | 'protections' | 'failure'>;

function judgeRows(
  rows: readonly ListedRow[],
  { byRow, byGuard, protections, failure }: JudgedBy,
  policy: Policy,
): ReadonlyMap<string, InstanceRow> {
  const judged = new Map<string, InstanceRow>();
  for (const row of rows) {
    const { key, databaseName, id: instanceId, name } = row;
    const state = stateOfRow(row, byRow.get(key) ?? none);
    if (state === 'removed') continue;
    const guard = guardKey({ databaseName, instanceId: instanceId ?? '' });
    const items = byGuard.get(guard) ?? none;
    const deletions = failure === null ? items.map(({ item }) => item) : null;
    const found = protections.get(guard) ?? none;
    const protection = found.find((each) => instanceKey(each) === key) ?? null;
    const conditions = { policy, deletions, protection: protection ?? found[0] ?? null };
    const refusal = mayDelete({ databaseName, instanceId, name }, conditions);
    judged.set(key, { ...row, state, refusal, protection });
  }
  return judged;
}

export function useRefreshAll(): () => Promise<unknown> {
  const client = useQueryClient();
  const { workspace } = useSession();
  return () =>
    Promise.all([refreshPageData(), client.invalidateQueries({ queryKey: ['workspaces', workspace] })]);
}

type ReceivedList = { databaseName: string | null; list: InstanceList };

type FoundRow = Omit<ListedRow, 'label'>;

/** One row for each database and ID: the newest record, marked as a duplicate if there are several. */
export function mergeRows(
  lists: readonly ReceivedList[],
  added: readonly AddedInstance[],
  workspace: string,
): readonly ListedRow[] {
  const found = new Map<string, FoundRow>();
  for (const { databaseName: listDatabase, list } of lists)
    for (const [index, record] of list.items.entries()) {
      if (isDeletedRecord(record, list)) continue;
      const { id, name } = record;
      const databaseName = listDatabase ?? getDatabaseName(record);
      // Each record without an ID has its own row, so its place in the list is part of the key.
      const key = instanceKey({ databaseName, instanceId: id ?? `#${index}` }) + (id === null ? '?' : '');
      const doubts = findDoubts({ record, databaseName }, workspace);
      const row = { key, databaseName, id, name, record, doubts, seenAt: list.requestedAt };
      const other = found.get(key);
      const isOlder = other !== undefined && createdMs(record) <= createdMs(other.record);
      const newest = isOlder ? other : row;
      const isDuplicate = other !== undefined && !newest.doubts.includes(duplicateDoubt);
      found.set(key, isDuplicate ? { ...newest, doubts: [...newest.doubts, duplicateDoubt] } : newest);
    }
  for (const { databaseName, instanceId: id, name } of added) {
    const key = instanceKey({ databaseName, instanceId: id });
    const unlisted = { key, databaseName, id, name: null, record: null, doubts: [], seenAt: null };
    const row = found.get(key) ?? unlisted;
    found.set(key, { ...row, name: row.name ?? name });
  }
  const rows = [...found.values()];
  const repeatedTexts = findRepeatedTexts(rows);
  return rows.map((row) => ({ ...row, label: chooseLabel(row, repeatedTexts) }));
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
  if (isTypable && !repeatedTexts.has(trimmedName)) return trimmedName;
  return id ?? (trimmedName || 'instance without an ID');
}

const duplicateDoubt: RowDoubt = {
  mark: 'Duplicate ID',
  tone: 'notice',
  text: 'Several records have this ID, and only one of them is shown.',
};

type Listed = Pick<ListedRow, 'record' | 'databaseName'>;

/** A DELETE has the values of the list, so after a mismatch it could reach a different instance. */
export function findDoubts({ record, databaseName }: Listed, workspace: string): readonly RowDoubt[] {
  if (record === null) return [];
  const doubts: RowDoubt[] = [];
  function compare(field: string, listValue: string, recordValue: string) {
    const [list, said] = [listValue, recordValue].map(toBidiIsolatedText);
    const text = `It's listed in ${list}, but the record says ${said}.`;
    doubts.push({ mark: `Different ${field}`, tone: 'danger', text });
  }
  const slug = record.workspace?.slug ?? workspace;
  const recordDatabase = getDatabaseName(record) || databaseName;
  if (!isSameWorkspace(slug, workspace)) compare('workspace', workspace, slug);
  if (recordDatabase !== databaseName) compare('database', databaseName, recordDatabase);
  const mark = findUnclearDeleted(record);
  if (mark !== null) doubts.push({ mark, tone: 'notice', text: 'It may already be deleted.' });
  return doubts;
}

/** What may say that it is deleted, as it was received: "deleted: true". Null if there is nothing, or a clear `deleted`. */
function findUnclearDeleted({ raw }: ComputeInstance): string | null {
  const field = Object.keys(raw).find((name) => {
    if (!/^(?:deleted|deleted_?at|is_?deleted)$/i.test(name)) return false;
    const value = raw[name] ?? false;
    const isClear = name === 'deleted' && typeof value === 'string' && parseInstant(value) !== null;
    return value !== false && value !== '' && !isClear;
  });
  if (field === undefined) return null;
  const value = raw[field];
  return `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, 60);
}
