import { useTable } from '@tanstack/react-table';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { hasId, type InstanceRow } from '../instanceRow.ts';
import type { Instances } from '../useInstances.ts';
import type { TableMeta } from './cells.tsx';
import { columns, features } from './columns.tsx';
import { filterRows } from './filterRows.ts';
import { findRange, useSelect, useSelection } from './selection.ts';
import { type ColumnId, hasFilters, noFilters, useTableView } from './tableView.ts';

export const pageSize = 100;

export type TableModel = ReturnType<typeof useInstanceTable>;

type Options = Pick<TableMeta, 'onShow' | 'onDelete'> & { hasActions: boolean };

/** The URL holds everything but the selection. */
export function useInstanceTable(instances: Instances, { onShow, onDelete, hasActions }: Options) {
  const { rows, rowsByKey, states, refusals, protections, selectableKeys } = instances;
  const [view, changeView] = useTableView();
  const { databases, status, region, age, sort } = view;
  // Filtering a long list would delay typing.
  const search = useDeferredValue(view.search);
  const selected = useSelection(instances);
  const select = useSelect();
  const [onlyKeys, setOnlyKeys] = useState<ReadonlySet<string> | null>(null);
  if (onlyKeys !== null && (hasFilters(view) || selected.size === 0)) setOnlyKeys(null);
  const { matching, counts } = useMemo(
    () => filterRows(rows, { search, databases, status, region, age }, onlyKeys, Date.now()),
    [rows, search, databases, status, region, age, onlyKeys],
  );
  // A refresh or a delete can leave fewer pages than the one in the URL.
  const lastPage = Math.max(1, Math.ceil(matching.length / pageSize));
  const pageIndex = Math.min(Math.max(1, view.page), lastPage) - 1;
  const lastToggled = useRef<string | null>(null);

  // Each part stays the same object, or the table would sort again.
  const state = {
    sorting: useMemo(() => (sort === null ? [] : [{ id: sort.column, desc: sort.descending }]), [sort]),
    columnVisibility: useMemo(() => ({ select: hasActions, actions: hasActions }), [hasActions]),
    pagination: useMemo(() => ({ pageIndex, pageSize }), [pageIndex]),
  };
  const table = useTable({
    features,
    columns,
    data: matching,
    getRowId: ({ key }) => key,
    meta: { states, refusals, protections, selectableKeys, selected, onShow, onDelete, onToggle: toggleRow },
    state,
    autoResetPageIndex: false,
    onSortingChange(updater) {
      const [next] = typeof updater === 'function' ? updater(state.sorting) : updater;
      changeView({
        sort: next === undefined ? null : { column: next.id as ColumnId, descending: next.desc },
      });
    },
    onPaginationChange(updater) {
      const next = typeof updater === 'function' ? updater(state.pagination) : updater;
      changeView({ page: next.pageIndex + 1 });
    },
  });
  const matchingRows = table.getSortedRowModel().rows;
  const pageRows = table.getRowModel().rows;
  const matchingKeys = useMemo(() => new Set(matching.map(({ key }) => key)), [matching]);
  const selectableRows = useMemo(
    () => matching.filter(({ key }) => selectableKeys.has(key)),
    [matching, selectableKeys],
  );
  const hiddenKeys = new Set([...selected.keys()].filter((key) => !matchingKeys.has(key)));

  function setSelected(keys: Iterable<string>) {
    select([...new Set(keys)].flatMap((key) => selected.get(key) ?? rowsByKey.get(key) ?? []));
  }
  /** Shift selects or clears everything on the page up to the row that was clicked before. */
  function toggleRow({ key }: InstanceRow, isRange: boolean) {
    const isOn = !selected.has(key);
    const pageKeys = pageRows.map(({ id }) => id);
    const keys = isRange ? findRange(pageKeys, lastToggled.current, key) : [key];
    const changed = new Set(keys.filter((each) => selectableKeys.has(each)));
    lastToggled.current = key;
    const others = [...selected.keys()].filter((each) => !changed.has(each));
    setSelected(isOn ? [...others, ...changed] : others);
  }

  return {
    table,
    matchingRows,
    /** Those of the page on screen. */
    pageRows,
    counts,
    selected,
    hiddenKeys,
    /** Of all pages. */
    selectableCount: selectableRows.length,
    /** True while only rows are shown that were selected when this began. */
    showsOnlySelected: onlyKeys !== null,
    showOnly(keys: Iterable<string> | null) {
      setOnlyKeys(keys === null ? null : new Set(keys));
      changeView({ ...noFilters });
    },
    /** Adds rows to the selection. */
    select: (keys: readonly string[]) => setSelected([...selected.keys(), ...keys]),
    toggleAll(isOn: boolean) {
      const keys = selectableRows.map(({ key }) => key);
      const toggled = new Set(keys);
      setSelected(
        isOn ? [...selected.keys(), ...keys] : [...selected.keys()].filter((key) => !toggled.has(key)),
      );
    },
    clearSelection: () => setSelected([]),
  };
}

/** Those that a bulk delete has, in its order. Rows that the table doesn't show are last. */
export function listSelectedRows({ matchingRows, selected, hiddenKeys }: TableModel) {
  const shown = matchingRows.filter(({ id }) => selected.has(id)).map(({ original }) => original);
  return [...shown, ...[...selected.values()].filter(({ key }) => hiddenKeys.has(key))].filter(hasId);
}
