import { createContext, use, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DeletionTarget } from '../rules/deletion.ts';
import { useSession } from '../session/useSession.ts';
import { filterRows, sortRows } from './filterRows.ts';
import { type InstanceRow, isSameInstance, isSelectable, type RowWithId, toTarget } from './instanceRow.ts';
import { hasFilters, noFilters, useTableView } from './tableView.ts';
import type { InstancesState } from './useInstances.ts';

export const pageSize = 100;

export type TableModel = ReturnType<typeof useInstanceTable>;

type Compute = {
  instances: InstancesState;
  table: TableModel;
  hasActions: boolean;
  /** Opens the dialog of one row, or of a bulk delete. An empty list closes it. */
  askToDelete: (rows: readonly RowWithId[]) => void;
};

export const ComputeContext = createContext<Compute | null>(null);

export function useCompute(): Compute {
  const compute = use(ComputeContext);
  if (compute === null) throw new Error('This component needs ComputePage above it.');
  return compute;
}

/** Lists, then search and filters, then the order, then the page. The URL holds all of it but the selection. */
export function useInstanceTable({ rows, rowsByKey }: InstancesState) {
  const [view, changeView] = useTableView();
  const { databases, status, region, age, sort } = view;
  const search = useDeferredValue(view.search);
  const { selected, missingNames } = useSelection(rowsByKey);
  const select = useSetSelection();
  const [onlyKeys, setOnlyKeys] = useState<ReadonlySet<string> | null>(null);
  if (onlyKeys !== null && (hasFilters(view) || selected.size === 0)) setOnlyKeys(null);
  const { matching, counts } = useMemo(
    () => filterRows(rows, { search, databases, status, region, age }, onlyKeys, Date.now()),
    [rows, search, databases, status, region, age, onlyKeys],
  );
  const matchingRows = useMemo(() => sortRows(matching, sort), [matching, sort]);
  const selectableRows = useMemo(() => matchingRows.filter(isSelectable), [matchingRows]);
  const matchingKeys = useMemo(() => new Set(matchingRows.map(({ key }) => key)), [matchingRows]);
  const pageCount = Math.max(1, Math.ceil(matchingRows.length / pageSize));
  // A refresh or a delete can leave fewer pages than the one in the URL.
  const page = Math.min(Math.max(1, view.page), pageCount);
  const pageRows = matchingRows.slice((page - 1) * pageSize, page * pageSize);
  const lastToggled = useRef<string | null>(null);

  function setSelected(changed: readonly InstanceRow[], isOn: boolean, missing: readonly string[] = []) {
    const next = new Map(selected);
    for (const row of changed.filter(isSelectable))
      if (isOn) next.set(row.key, row);
      else next.delete(row.key);
    select([...next.values()], [...new Set([...missingNames, ...missing])]);
  }
  return {
    matchingRows,
    counts,
    page,
    pageCount,
    pageRows,
    selected,
    missingNames,
    selectableRows,
    hiddenKeys: new Set([...selected.keys()].filter((key) => !matchingKeys.has(key))),
    setSelected,
    /** Shift selects or clears everything on the page up to the row that was clicked before. */
    toggleRow(row: InstanceRow, isRange: boolean) {
      setSelected(isRange ? findRange(pageRows, lastToggled.current, row) : [row], !selected.has(row.key));
      lastToggled.current = row.key;
    },
    clearSelection: () => select([]),
    /** True while only rows are shown that were selected when this began. */
    showsOnlySelected: onlyKeys !== null,
    showOnly(keys: Iterable<string> | null) {
      setOnlyKeys(keys === null ? null : new Set(keys));
      changeView({ ...noFilters });
    },
  };
}

/** Those between two rows of a page, with both. Only the last one if the first isn't on the page. */
export function findRange(pageRows: readonly InstanceRow[], fromKey: string | null, to: InstanceRow) {
  const ends = [fromKey, to.key].map((end) => pageRows.findIndex(({ key }) => key === end));
  return ends.includes(-1) ? [to] : pageRows.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** Those that a bulk delete has, in its order. Rows that the table doesn't show are last. */
export function listSelectedRows({ matchingRows, selected, hiddenKeys }: TableModel): readonly RowWithId[] {
  const shown = matchingRows.flatMap(({ key }) => selected.get(key) ?? []);
  return [...shown, ...[...selected.values()].filter(({ key }) => hiddenKeys.has(key))];
}

/** The selected instances, by the keys of their rows: a new instance with the same ID isn't selected. */
type Selection = ReadonlyMap<string, DeletionTarget>;
const nothingSelected: Selection = new Map();
const none: readonly string[] = [];

/** A selection passes from screen to screen, but never to a different workspace or person. */
const selectionStore = createStore(() => ({
  owner: '',
  selection: nothingSelected,
  /** What the pasted texts named without being in the list. */
  missingNames: none,
}));

function useOwner(): string {
  const { workspace, actor } = useSession();
  return JSON.stringify([workspace, actor]);
}

export function useSetSelection() {
  const owner = useOwner();
  return (rows: readonly RowWithId[], missingNames = none) => {
    const selection = new Map(rows.map((row) => [row.key, toTarget(row)]));
    selectionStore.setState({ owner, selection, missingNames });
  };
}

/** The selected rows as they are now. A row that left the list or can't be deleted any longer doesn't count. */
function useSelection(rowsByKey: InstancesState['rowsByKey']) {
  const state = useStore(selectionStore);
  const selection = state.owner === useOwner() ? state.selection : nothingSelected;
  const selected: ReadonlyMap<string, RowWithId> = useMemo(() => {
    const rows = new Map<string, RowWithId>();
    for (const [key, target] of selection) {
      const row = rowsByKey.get(key);
      if (row !== undefined && isSameInstance(row, target) && isSelectable(row)) rows.set(key, row);
    }
    return rows;
  }, [selection, rowsByKey]);
  return { selected, missingNames: selected.size === 0 ? none : state.missingNames };
}
