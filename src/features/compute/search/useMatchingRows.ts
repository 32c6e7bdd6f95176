import { useDeferredValue, useMemo } from 'react';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import { instanceSearch } from './instanceSearch.ts';
import { instanceSort } from './instanceSort.ts';
import type { TableColumn, TableView } from './readTableView.ts';
import { usePreparedRows } from './usePreparedRows.ts';

/** The rows a view shows, in its order. Typing stays ahead of the list where the list is long. */
export function useMatchingRows(rows: readonly InstanceRow[], view: TableView): readonly InstanceRow[] {
  const { database, status, sort } = view;
  const search = useDeferredValue(view.search);
  usePreparedRows(rows);
  const found = useMemo(() => {
    const matching = instanceSearch(rows, search);
    if (database === null && status === null) return matching;
    return matching.filter(
      (row) =>
        (database === null || row.databaseName === database) &&
        (status === null || row.record?.status === status),
    );
  }, [rows, search, database, status]);
  // The whole list is sorted, once, and thinned: what is worked out for it serves every search after.
  const sorted = useMemo(
    () => sort && instanceSort(rows, sortedBy[sort.column], sort.descending ? 'descending' : 'ascending'),
    [rows, sort],
  );
  return useMemo(() => {
    if (sorted === null) return found;
    if (found.length === rows.length) return sorted;
    const among = new Set(found);
    return sorted.filter((row) => among.has(row));
  }, [found, sorted, rows]);
}

const sortedBy = {
  name: 'name',
  database: 'databaseName',
  status: 'status',
  region: 'region',
  created: 'created',
  hosts: 'apiHost',
  expandable: 'expandable',
  sharded: 'sharded',
} as const satisfies Record<TableColumn, string>;
