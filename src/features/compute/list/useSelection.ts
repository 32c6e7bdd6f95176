import type { RowSelectionState } from '@tanstack/react-table';
import { type Dispatch, type SetStateAction, useMemo, useRef } from 'react';
import { type InstanceRow, indexOfKey } from '../instanceRow.ts';

export type Selection = ReturnType<typeof useSelection>;

/** Which rows are selected. Only rows that are in sight of the present search count: nothing unseen is ever deleted. */
export function useSelection(
  matching: readonly InstanceRow[],
  selected: RowSelectionState,
  setSelected: Dispatch<SetStateAction<RowSelectionState>>,
) {
  const anchor = useRef<string | null>(null);
  const stretch = useRef<{ pivot: string; tip: string } | null>(null);
  const rows = useMemo(() => matching.filter(({ key }) => selected[key]), [matching, selected]);

  /** Turns one row's selection; with `range`, everything from the row turned last to this one gets the same. */
  function toggle(row: InstanceRow, range: boolean) {
    const from = range && anchor.current !== null ? indexOfKey(matching, anchor.current) : -1;
    const turned = from === -1 ? [row] : between(matching, from, matching.indexOf(row));
    anchor.current = row.key;
    stretch.current = null;
    setSelected((before) => changed(before, turned, !before[row.key]));
  }

  /** Stretches a selection from the row where it began to another one; going back, it shrinks. */
  function extend(from: InstanceRow, to: InstanceRow) {
    const pivot = stretch.current?.tip === from.key ? stretch.current.pivot : from.key;
    const start = indexOfKey(matching, pivot);
    if (start === -1) return;
    const left = between(matching, start, matching.indexOf(from));
    const added = between(matching, start, matching.indexOf(to));
    anchor.current = to.key;
    stretch.current = { pivot, tip: to.key };
    setSelected((before) => changed(changed(before, left, false), added, true));
  }

  function select(keys: readonly string[]) {
    setSelected(Object.fromEntries(keys.map((key) => [key, true as const])));
  }

  return {
    rows,
    has: ({ key }: InstanceRow) => selected[key] === true,
    toggle,
    extend,
    select,
    selectAll: () => select(matching.map(({ key }) => key)),
    clear: () => setSelected({}),
  };
}

function changed(
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

function between(rows: readonly InstanceRow[], one: number, other: number): readonly InstanceRow[] {
  return rows.slice(Math.min(one, other), Math.max(one, other) + 1);
}
