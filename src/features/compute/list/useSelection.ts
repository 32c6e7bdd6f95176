import type { RowSelectionState } from '@tanstack/react-table';
import { type Dispatch, type SetStateAction, useMemo, useRef } from 'react';
import { type InstanceRow, indexOfKey } from '../instanceRow.ts';

/** The selected rows. Only rows that match the search and the filters count, so that no hidden row is deleted. */
export function useSelection(
  matching: readonly InstanceRow[],
  selected: RowSelectionState,
  setSelected: Dispatch<SetStateAction<RowSelectionState>>,
) {
  const anchor = useRef<string | null>(null);
  const range = useRef<{ start: string; end: string } | null>(null);
  const rows = useMemo(() => matching.filter(({ key }) => selected[key]), [matching, selected]);

  // Rows are memoized, so they need the same functions until the list changes.
  const actions = useMemo(() => {
    /** Toggles a row. With `isRange`, all rows since the last toggled one get its new state. */
    function toggle(row: InstanceRow, isRange: boolean) {
      const from = isRange && anchor.current !== null ? indexOfKey(matching, anchor.current) : -1;
      const toggled = from === -1 ? [row] : between(matching, from, matching.indexOf(row));
      anchor.current = row.key;
      range.current = null;
      setSelected((before) => withRows(before, toggled, !before[row.key]));
    }

    /** Extends the selection from a row to another one. Moving back shrinks it. */
    function extend(from: InstanceRow, to: InstanceRow) {
      const startKey = range.current?.end === from.key ? range.current.start : from.key;
      const start = indexOfKey(matching, startKey);
      if (start === -1) return;
      const removed = between(matching, start, matching.indexOf(from));
      const added = between(matching, start, matching.indexOf(to));
      anchor.current = to.key;
      range.current = { start: startKey, end: to.key };
      setSelected((before) => withRows(withRows(before, removed, false), added, true));
    }

    function select(keys: readonly string[]) {
      setSelected(Object.fromEntries(keys.map((key) => [key, true as const])));
    }

    return {
      toggle,
      extend,
      select,
      selectAll: () => select(matching.map(({ key }) => key)),
      clear: () => setSelected({}),
    };
  }, [matching, setSelected]);

  return { rows, ...actions };
}

function withRows(
  selected: RowSelectionState,
  rows: readonly InstanceRow[],
  isSelected: boolean,
): RowSelectionState {
  const next = { ...selected };
  for (const { key } of rows) {
    if (isSelected) next[key] = true;
    else delete next[key];
  }
  return next;
}

function between(rows: readonly InstanceRow[], a: number, b: number): readonly InstanceRow[] {
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}
