import { useTable } from '@tanstack/react-table';
import { createContext, useDeferredValue, useMemo } from 'react';
import { useRequired } from '../ui/context.ts';
import { useWindowWidth } from '../ui/windowWidth.ts';
import { type ColumnId, columns, dataColumns, features } from './columns.tsx';
import type { InstanceRow } from './instanceRow.ts';
import { filterInstances } from './instanceSearch.ts';
import { useTableView } from './tableView.ts';
import { useSelection } from './useSelection.ts';

export type ComputeTable = ReturnType<typeof useInstanceTable>;

/** Returns the table, its matching rows and the selection. The URL sets the search, the filters and the order. */
export function useInstanceTable(rows: readonly InstanceRow[]) {
  const [view, changeView] = useTableView();
  const { sort, databases, status, hidden } = view;
  // Defer the search, because filtering a long list would delay typing.
  const search = useDeferredValue(view.search);
  const windowWidth = useWindowWidth();
  // Open details leave less room for columns.
  const availableWidth = view.details === null ? windowWidth : Math.min(windowWidth, 768);
  const state = useMemo(
    () => ({
      sorting: sort === null ? [] : [{ id: sort.column, desc: sort.descending }],
      // Hide columns that don't fit, because a table that scrolls sideways hides its Delete buttons.
      columnVisibility: Object.fromEntries(
        dataColumns.map(({ id, meta }) => [
          id,
          availableWidth >= (meta.minWindowWidth ?? 0) && !hidden.includes(id),
        ]),
      ),
    }),
    [sort, hidden, availableWidth],
  );
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ key }) => key,
    state,
    onSortingChange(updater) {
      const [nextSort] = typeof updater === 'function' ? updater(state.sorting) : updater;
      changeView({ sort: nextSort ? { column: nextSort.id as ColumnId, descending: nextSort.desc } : null });
    },
  });
  const model = table.getRowModel();
  const sortedRows = useMemo(() => model.rows.map(({ original }) => original), [model]);
  // Filter after sorting. Otherwise the table would sort the matching rows again after each key press in the search.
  const matchingRows = useMemo(
    () => filterInstances(sortedRows, { search, databases, status }),
    [sortedRows, search, databases, status],
  );
  const selection = useSelection(rows, matchingRows);
  return { table, matchingRows, selection };
}

export const ComputeTableContext = createContext<ComputeTable | null>(null);

export function useComputeTable(): ComputeTable {
  return useRequired(ComputeTableContext, 'ComputePage');
}
