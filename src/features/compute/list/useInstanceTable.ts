import {
  type ColumnDef,
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useDeferredValue, useMemo, useState } from 'react';
import { useWindowWidth } from '../../../ui/windowWidth.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { columns, type InstanceColumn } from './columns.tsx';
import { holdsAll, searchText, searchWords } from './instanceSearch.ts';
import type { TableView } from './tableView.ts';
import { useSelection } from './useSelection.ts';

const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

type Features = typeof features;

/** Numbers in texts count by their value, case and accents do not. */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const definitions: ColumnDef<Features, InstanceRow>[] = [
  ...columns.map(
    ({ id, header, value }): ColumnDef<Features, InstanceRow> => ({
      id,
      header,
      accessorFn: (row) => value(row) ?? undefined,
      // Rows without a value come last in both directions.
      sortUndefined: 'last',
      sortFn: (one, other, column) => compareValues(one.getValue(column), other.getValue(column)),
      filterFn: (row, column, wanted) => row.getValue(column) === wanted,
      enableGlobalFilter: false,
    }),
  ),
  // Never shown: the table keeps what it has worked out for each row, so that a search folds no text twice.
  { id: 'search', accessorFn: searchText },
];

/** The rows as a view shows them: searched, filtered and sorted; which columns there are, and what is selected. */
export function useInstanceTable(rows: readonly InstanceRow[], view: TableView) {
  const { sort, database, status, hidden } = view;
  // Typing stays ahead of the list where the list is long.
  const search = useDeferredValue(view.search);
  const width = useWindowWidth();
  const [selected, setRowSelection] = useState<RowSelectionState>({});
  const rowSelection = useMemo(() => withoutMissing(selected, rows), [selected, rows]);
  if (rowSelection !== selected) setRowSelection(rowSelection);
  const state = useMemo(
    () => ({
      globalFilter: searchWords(search),
      columnFilters: Object.entries({ database, status }).flatMap(([id, value]) =>
        value === null ? [] : [{ id, value }],
      ),
      sorting: sort === null ? [] : [{ id: sort.column, desc: sort.descending }],
      // What does not fit is in the details: a table that has to be scrolled sideways hides what it is about.
      columnVisibility: Object.fromEntries([
        ['search', false],
        ...columns.map(({ id, fits = 0 }) => [id, width >= fits && !hidden.includes(id)]),
      ]),
    }),
    [search, database, status, sort, hidden, width],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: ({ key }) => key,
    globalFilterFn: (row, _, words: string[]) => holdsAll(row.getValue<string>('search'), words),
    state: {
      ...state,
      globalFilter: state.globalFilter.length === 0 ? '' : state.globalFilter,
      rowSelection,
    },
    onRowSelectionChange: setRowSelection,
  });
  const model = table.getRowModel();
  const matching = useMemo(() => model.rows.map(({ original }) => original), [model]);
  const selection = useSelection(matching, rowSelection, setRowSelection);
  const shown = useMemo(
    () => columns.filter(({ id }) => state.columnVisibility[id]),
    [state.columnVisibility],
  );
  return { matching, selection, columns: shown satisfies readonly InstanceColumn[] };
}

/** Removes rows that left the list, so that they aren't selected if they appear again. */
function withoutMissing(selected: RowSelectionState, rows: readonly InstanceRow[]): RowSelectionState {
  const keys = Object.keys(selected);
  if (keys.length === 0) return selected;
  const present = new Set(rows.map(({ key }) => key));
  const kept = keys.filter((key) => present.has(key));
  return kept.length === keys.length ? selected : Object.fromEntries(kept.map((key) => [key, true as const]));
}

function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return compare(one, other);
  return Number(one) - Number(other);
}
