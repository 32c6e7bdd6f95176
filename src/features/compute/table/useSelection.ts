import { useMemo, useRef, useState } from 'react';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import { indexOfKey } from '../instances/indexOfKey.ts';

export type Selection = ReturnType<typeof useSelection>;

/** Which rows are selected. Only rows that are in sight of the present search count: nothing unseen is ever deleted. */
export function useSelection(matching: readonly InstanceRow[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const stretch = useRef<{ pivot: string; tip: string } | null>(null);
  const rows = useMemo(
    () => (keys.size === 0 ? [] : matching.filter((row) => keys.has(row.key))),
    [matching, keys],
  );

  /** Turns one row's selection; with `range`, everything from the row turned last to this one gets the same. */
  function toggle(row: InstanceRow, range: boolean) {
    const from = range && anchor.current !== null ? indexOfKey(matching, anchor.current) : -1;
    const turned = from === -1 ? [row] : between(matching, from, matching.indexOf(row));
    anchor.current = row.key;
    stretch.current = null;
    setKeys((before) => {
      const next = new Set(before);
      for (const { key } of turned) {
        if (before.has(row.key)) next.delete(key);
        else next.add(key);
      }
      return next;
    });
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
    setKeys((before) => {
      const next = new Set(before);
      for (const { key } of left) next.delete(key);
      for (const { key } of added) next.add(key);
      return next;
    });
  }

  return {
    rows,
    has: (row: InstanceRow) => keys.has(row.key),
    toggle,
    extend,
    selectAll: () => setKeys(new Set(matching.map((row) => row.key))),
    select: (selected: readonly string[]) => setKeys(new Set(selected)),
    clear: () => setKeys(new Set()),
  };
}

function between(rows: readonly InstanceRow[], one: number, other: number): readonly InstanceRow[] {
  return rows.slice(Math.min(one, other), Math.max(one, other) + 1);
}
