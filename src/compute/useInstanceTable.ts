import { createContext, use, useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DeletionTarget } from '../rules/deletion.ts';
import { useSession } from '../session/useSession.ts';
import { type InstanceRow, isSameInstance, isSelectable, type RowWithId, toTarget } from './instanceRow.ts';
import { filterRows, sortRows, useTableView } from './tableView.ts';
import type { InstancesState } from './useInstances.ts';

type InstanceTableState = {
  /** In the order of the screen, on all pages. */
  matchingRows: readonly InstanceRow[];
  selectableRows: readonly RowWithId[];
  selected: ReadonlyMap<string, RowWithId>;
  /** In the order of the screen. Those that the search or a filter hides are last. */
  selectedRows: readonly RowWithId[];
  hiddenCount: number;
  setSelected: (rows: readonly InstanceRow[], isOn: boolean) => void;
};

type Compute = {
  instances: InstancesState;
  table: InstanceTableState;
  hasActions: boolean;
  /** Opens the dialog of one row, or of several. */
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
  const shown = useMemo(
    () => selectableRows.filter(({ key }) => selected.has(key)),
    [selectableRows, selected],
  );
  const selectedRows = [...new Set([...shown, ...selected.values()])];

  function setSelected(changed: readonly InstanceRow[], isOn: boolean) {
    const next = new Map(selected);
    for (const row of changed.filter(isSelectable))
      if (isOn) next.set(row.key, row);
      else next.delete(row.key);
    select([...next.values()]);
  }
  const hiddenCount = selected.size - shown.length;
  return { matchingRows, selectableRows, selected, selectedRows, hiddenCount, setSelected };
}

/** Those between two rows of a page, with both. Only the last one if the first isn't on the page. */
export function findRange(pageRows: readonly InstanceRow[], fromKey: string | null, to: InstanceRow) {
  const ends = [fromKey, to.key].map((end) => pageRows.findIndex(({ key }) => key === end));
  return ends.includes(-1) ? [to] : pageRows.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** The selected instances, by the keys of their rows: a new instance with the same ID isn't selected. */
type Selection = ReadonlyMap<string, DeletionTarget>;

const nothingSelected: Selection = new Map();

/** A selection passes from screen to screen, but never to a different workspace or person. */
const selectionStore = createStore(() => ({ owner: '', selection: nothingSelected }));

function useOwner(): string {
  const { workspace, actor } = useSession();
  return JSON.stringify([workspace, actor]);
}

/** Replaces the selection. */
export function useSetSelection() {
  const owner = useOwner();
  return (rows: readonly RowWithId[]) => {
    const selection = new Map(rows.map((row) => [row.key, toTarget(row)]));
    selectionStore.setState({ owner, selection });
  };
}

/** The selected rows as they are now. A row that left the list or can't be deleted any longer doesn't count. */
function useSelectedRows(rowsByKey: ReadonlyMap<string, InstanceRow>): ReadonlyMap<string, RowWithId> {
  const state = useStore(selectionStore);
  const selection = state.owner === useOwner() ? state.selection : nothingSelected;
  return useMemo(() => {
    const rows = new Map<string, RowWithId>();
    for (const [key, target] of selection) {
      const row = rowsByKey.get(key);
      if (row !== undefined && isSameInstance(row, target) && isSelectable(row)) rows.set(key, row);
    }
    return rows;
  }, [selection, rowsByKey]);
}
