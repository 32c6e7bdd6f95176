import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useSession } from '../../session/useSession.ts';
import { clearMissingTexts } from '../bulk/bulkStore.ts';
import { type InstanceRow, isLater } from '../instanceRow.ts';
import type { Instances } from '../useInstances.ts';

type Rows = ReadonlyMap<string, InstanceRow>;
const noRows: Rows = new Map();

/** The rows as they were selected, so that a new instance with the ID of a selected one isn't selected. */
const selectionStore = createStore<{ owner: string; rows: Rows }>(() => ({ owner: '', rows: noRows }));

/** A selection never passes to a different workspace or person. */
function useOwner(): string {
  const { workspace, actor } = useSession();
  return JSON.stringify([workspace, actor]);
}

/** Replaces the selection. */
export function useSelect(): (rows: readonly InstanceRow[]) => void {
  const owner = useOwner();
  return (rows) => {
    if (rows.length === 0) clearMissingTexts();
    selectionStore.setState({ owner, rows: new Map(rows.map((row) => [row.key, row])) });
  };
}

/** The selected rows as they are now. A row that left the list or can't be deleted any longer doesn't count. */
export function useSelection({ rowsByKey, selectableKeys }: Instances): Rows {
  const owner = useOwner();
  const stored = useStore(selectionStore, (state) => (state.owner === owner ? state.rows : noRows));
  return useMemo(() => {
    const selected = new Map<string, InstanceRow>();
    for (const [key, before] of stored) {
      const row = rowsByKey.get(key);
      const isSame = row !== undefined && !isLater(row.record?.created, before.record?.created);
      if (isSame && selectableKeys.has(key)) selected.set(key, row);
    }
    return selected;
  }, [stored, rowsByKey, selectableKeys]);
}

/** The selectable rows between two rows of a page, with both. Only the last one if the first isn't on the page. */
export function findRange(pageKeys: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : pageKeys.indexOf(from), pageKeys.indexOf(to)];
  if (start === -1 || end === -1) return [to];
  return pageKeys.slice(Math.min(start, end), Math.max(start, end) + 1);
}
