import { useMemo, useRef, useState } from 'react';
import { createdOf, type InstanceRow, indexOfKey, isLater } from '../instanceRow.ts';

/** The selected rows by key. Each row is stored as it was when the admin selected it. */
type Selected = ReadonlyMap<string, InstanceRow>;

/** Returns the selected rows and actions on them. Rows that the search or a filter hides are not returned. */
export function useSelection(all: readonly InstanceRow[], matching: readonly InstanceRow[]) {
  const [selected, setSelected] = useState<Selected>(new Map());
  const upToDate = useMemo(() => withoutOutdatedRows(selected, all), [selected, all]);
  if (upToDate !== selected) setSelected(upToDate);
  const lastToggledKey = useRef<string | null>(null);
  const lastRange = useRef<{ start: string; end: string } | null>(null);
  const rows = useMemo(() => matching.filter(({ key }) => upToDate.has(key)), [matching, upToDate]);

  // Memoize the functions, because new functions would make every row render again.
  const actions = useMemo(() => {
    /** Toggles a row. With `isRange`, all rows from the last toggled row get the same state. */
    function toggle(row: InstanceRow, isRange: boolean) {
      const from =
        isRange && lastToggledKey.current !== null ? indexOfKey(matching, lastToggledKey.current) : -1;
      const toggledRows = from === -1 ? [row] : rowsBetween(matching, from, matching.indexOf(row));
      lastToggledKey.current = row.key;
      lastRange.current = null;
      setSelected((before) => withRows(before, toggledRows, !before.has(row.key)));
    }

    /** Extends the selection from the row `from` to the row `to`. Moving back towards the start shrinks the selection. */
    function extend(from: InstanceRow, to: InstanceRow) {
      const startKey = lastRange.current?.end === from.key ? lastRange.current.start : from.key;
      const start = indexOfKey(matching, startKey);
      if (start === -1) return;
      const removed = rowsBetween(matching, start, matching.indexOf(from));
      const added = rowsBetween(matching, start, matching.indexOf(to));
      lastToggledKey.current = to.key;
      lastRange.current = { start: startKey, end: to.key };
      setSelected((before) => withRows(withRows(before, removed, false), added, true));
    }

    return {
      toggle,
      extend,
      selectAll: () => setSelected(withRows(new Map(), matching, true)),
      clear: () => setSelected(new Map()),
    };
  }, [matching]);

  return { rows, ...actions };
}

/** Deselects rows that left the list, and rows whose ID now belongs to a newer instance. */
function withoutOutdatedRows(selected: Selected, all: readonly InstanceRow[]): Selected {
  if (selected.size === 0) return selected;
  const currentRows = new Map(all.map((row) => [row.key, row]));
  const remaining = [...selected].filter(([key, row]) => {
    const currentRow = currentRows.get(key);
    return currentRow !== undefined && !isLater(createdOf(currentRow), createdOf(row));
  });
  return remaining.length === selected.size ? selected : new Map(remaining);
}

function withRows(selected: Selected, rows: readonly InstanceRow[], isSelected: boolean): Selected {
  const next = new Map(selected);
  for (const row of rows) {
    if (isSelected) next.set(row.key, row);
    else next.delete(row.key);
  }
  return next;
}

function rowsBetween(rows: readonly InstanceRow[], a: number, b: number): readonly InstanceRow[] {
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}
