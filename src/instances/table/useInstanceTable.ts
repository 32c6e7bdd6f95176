import { type RowSelectionState, useTable } from '@tanstack/react-table';
import { useDeferredValue, useMemo, useState } from 'react';
import { type InstanceRow, isLater } from '../instanceRow.ts';
import type { Instances } from '../useInstances.ts';
import { columns, features, matchesWords, type TableMeta, toSearchWords } from './columns.tsx';
import { type ColumnId, hasFilters, noFilters, type TableView, useTableView } from './tableView.ts';

export const pageSize = 100;

export type TableModel = ReturnType<typeof useInstanceTable>;

type Options = Pick<TableMeta, 'onShow' | 'onDelete'> & { hasActions: boolean };

/** The URL holds everything but the selection. */
export function useInstanceTable(instances: Instances, { onShow, onDelete, hasActions }: Options) {
  const { rows, states, refusals, selectableKeys } = instances;
  const [view, changeView] = useTableView();
  // Filtering a long list would delay typing.
  const search = useDeferredValue(view.search);
  const { selected, rowSelection, setSelected } = useSelectedRows(instances);
  const [onlyKeys, setOnlyKeys] = useState<ReadonlySet<string> | null>(null);
  if (onlyKeys !== null && (hasFilters(view) || selected.size === 0)) setOnlyKeys(null);
  const [rowCount, setRowCount] = useState(Number.POSITIVE_INFINITY);
  const lastPage = Math.max(1, Math.ceil(rowCount / pageSize));
  const pageIndex = Math.min(Math.max(1, view.page), lastPage) - 1;

  const state = {
    ...useRowModelState(view, search, onlyKeys),
    columnVisibility: useMemo(
      () => ({ search: false, select: hasActions, actions: hasActions }),
      [hasActions],
    ),
    pagination: useMemo(() => ({ pageIndex, pageSize }), [pageIndex]),
    rowSelection,
  };
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ key }) => key,
    meta: { states, refusals, onShow, onDelete },
    state,
    globalFilterFn: matchesWords,
    getColumnCanGlobalFilter: ({ id }) => id === 'search',
    enableRowSelection: ({ id }) => selectableKeys.has(id),
    autoResetPageIndex: false,
    onSortingChange(updater) {
      const [sort] = typeof updater === 'function' ? updater(state.sorting) : updater;
      changeView({
        sort: sort === undefined ? null : { column: sort.id as ColumnId, descending: sort.desc },
      });
    },
    onPaginationChange(updater) {
      const next = typeof updater === 'function' ? updater(state.pagination) : updater;
      changeView({ page: next.pageIndex + 1 });
    },
    onRowSelectionChange(updater) {
      setSelected(typeof updater === 'function' ? updater(rowSelection) : updater);
    },
  });
  const matchingRows = table.getSortedRowModel().rows;
  // A refresh or a delete can leave fewer pages than the one in the URL.
  if (matchingRows.length !== rowCount) setRowCount(matchingRows.length);
  const hiddenKeys = useMemo(() => {
    const matching = new Set(matchingRows.map(({ id }) => id));
    return new Set([...selected.keys()].filter((key) => !matching.has(key)));
  }, [matchingRows, selected]);

  const selectableCount = useMemo(
    () => matchingRows.filter(({ id }) => selectableKeys.has(id)).length,
    [matchingRows, selectableKeys],
  );

  return {
    table,
    matchingRows,
    selected,
    hiddenKeys,
    /** Of all pages. */
    selectableCount,
    /** True while only rows are shown that were selected when this began. */
    showsOnlySelected: onlyKeys !== null,
    showOnly(keys: Iterable<string> | null) {
      setOnlyKeys(keys === null ? null : new Set(keys));
      changeView({ ...noFilters });
    },
    select: (keys: readonly string[]) =>
      setSelected({ ...rowSelection, ...Object.fromEntries(keys.map((key) => [key, true])) }),
    clearSelection: () => setSelected({}),
  };
}

/** The selected rows as they are now. A row that left the list or belongs to a new instance no longer counts. */
function useSelectedRows({ rowsByKey, selectableKeys, hasAll }: Instances) {
  const [stored, setStored] = useState<ReadonlyMap<string, InstanceRow>>(new Map());
  const selected = useMemo(() => {
    const current = new Map<string, InstanceRow>();
    for (const [key, before] of stored) {
      const row = rowsByKey.get(key);
      const isSame = row !== undefined && !isLater(row.record?.created, before.record?.created);
      if (isSame && selectableKeys.has(key)) current.set(key, row);
    }
    return current;
  }, [stored, rowsByKey, selectableKeys]);
  const rowSelection = useMemo<RowSelectionState>(
    () => Object.fromEntries(Array.from(selected.keys(), (key) => [key, true])),
    [selected],
  );
  if (hasAll && selected.size < stored.size) setStored(selected);
  function setSelected(selection: RowSelectionState) {
    const entries = Object.keys(selection).flatMap((key) => {
      const row = selected.get(key) ?? rowsByKey.get(key);
      return row === undefined ? [] : [[key, row] as const];
    });
    setStored(new Map(entries));
  }
  return { selected, rowSelection, setSelected };
}

/** Each stays the same object, or the table would filter and sort again. */
function useRowModelState(view: TableView, search: string, onlyKeys: ReadonlySet<string> | null) {
  const { databases, status, region, created, sort } = view;
  return {
    columnFilters: useMemo(
      () =>
        [
          { id: 'database', value: databases.length > 0 ? databases : null },
          { id: 'status', value: status },
          { id: 'region', value: region },
          { id: 'created', value: created },
          { id: 'search', value: onlyKeys },
        ].filter(({ value }) => value !== null),
      [databases, status, region, created, onlyKeys],
    ),
    globalFilter: useMemo(() => (search.trim() === '' ? undefined : toSearchWords(search)), [search]),
    sorting: useMemo(() => (sort === null ? [] : [{ id: sort.column, desc: sort.descending }]), [sort]),
  };
}
