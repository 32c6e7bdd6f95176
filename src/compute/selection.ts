import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DeletionTarget } from '../rules/deletion.ts';
import { useSession } from '../session/useSession.ts';
import { type InstanceRow, isSameInstance, isSelectable, type RowWithId, toTarget } from './instanceRow.ts';

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
export function useSelectedRows(rowsByKey: ReadonlyMap<string, InstanceRow>): ReadonlyMap<string, RowWithId> {
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
