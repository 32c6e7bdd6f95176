import { createContext, use, useDeferredValue, useMemo } from 'react';
import { filterRows, sortRows } from './filterRows.ts';
import { type InstanceRow, isSelectable, type RowWithId } from './instanceRow.ts';
import { useSelectedRows, useSetSelection } from './selection.ts';
import { useTableView } from './tableView.ts';
import type { InstancesState } from './useInstances.ts';

export type InstanceTableState = {
  /** In the order of the screen, on all pages. */
  matchingRows: readonly InstanceRow[];
  selectableRows: readonly RowWithId[];
  selected: ReadonlyMap<string, RowWithId>;
  /** Keys of selected rows that the search or a filter hides. */
  hiddenKeys: ReadonlySet<string>;
  setSelected: (rows: readonly InstanceRow[], isOn: boolean) => void;
};

type Compute = {
  instances: InstancesState;
  table: InstanceTableState;
  hasActions: boolean;
  /** Opens the dialog of one row, or of several. An empty list closes it. */
  askToDelete: (rows: readonly RowWithId[]) => void;
};

export const ComputeContext = createContext<Compute | null>(null);

export function useCompute(): Compute {
  const compute = use(ComputeContext);
  if (compute === null) throw new Error('This component needs ComputePage above it.');
  return compute;
}

/** The lists, then search and facets, then the order. The URL holds all of it but the selection. */
export function useInstanceTable({ rows, rowsByKey }: InstancesState): InstanceTableState {
  const [view] = useTableView();
  const { databases, status, region, sort } = view;
  const search = useDeferredValue(view.search);
  const selected = useSelectedRows(rowsByKey);
  const select = useSetSelection();
  const matchingRows = useMemo(
    () => sortRows(filterRows(rows, { search, databases, status, region }), sort),
    [rows, search, databases, status, region, sort],
  );
  const selectableRows = useMemo(() => matchingRows.filter(isSelectable), [matchingRows]);
  const hiddenKeys = useMemo(() => {
    const shown = new Set(matchingRows.map(({ key }) => key));
    return new Set([...selected.keys()].filter((key) => !shown.has(key)));
  }, [matchingRows, selected]);

  function setSelected(changed: readonly InstanceRow[], isOn: boolean) {
    const next = new Map(selected);
    for (const row of changed.filter(isSelectable))
      if (isOn) next.set(row.key, row);
      else next.delete(row.key);
    select([...next.values()]);
  }
  return { matchingRows, selectableRows, selected, hiddenKeys, setSelected };
}

/** Those between two rows of a page, with both. Only the last one if the first isn't on the page. */
export function findRange(pageRows: readonly InstanceRow[], fromKey: string | null, to: InstanceRow) {
  const ends = [fromKey, to.key].map((end) => pageRows.findIndex(({ key }) => key === end));
  return ends.includes(-1) ? [to] : pageRows.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** Those that a deletion has, in its order. Rows that the table doesn't show are last. */
export function listSelectedRows({ matchingRows, selected, hiddenKeys }: InstanceTableState) {
  const shown = matchingRows.flatMap(({ key }) => selected.get(key) ?? []);
  return [...shown, ...[...selected.values()].filter(({ key }) => hiddenKeys.has(key))];
}
