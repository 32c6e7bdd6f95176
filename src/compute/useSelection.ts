import { useMemo, useRef, useState } from 'react';
import { findRowIndex, getCreatedDate, type InstanceRow, isLater } from './instanceRow.ts';

/** The selected rows by key. Each row is stored as it was when the admin selected the row. */
type SelectedRows = ReadonlyMap<string, InstanceRow>;

/** Returns the selected rows and actions on them. Rows that the search or a filter hides are not returned. */
export function useSelection(allRows: readonly InstanceRow[], matchingRows: readonly InstanceRow[]) {
  const [selectedRows, setSelectedRows] = useState<SelectedRows>(new Map());
  const upToDateRows = useMemo(() => withoutOutdatedRows(selectedRows, allRows), [selectedRows, allRows]);
  if (upToDateRows !== selectedRows) setSelectedRows(upToDateRows);
  const lastToggledKey = useRef<string | null>(null);
  const lastRange = useRef<{ start: string; end: string } | null>(null);
  const rows = useMemo(
    () => matchingRows.filter(({ key }) => upToDateRows.has(key)),
    [matchingRows, upToDateRows],
  );

  // Memoize the functions, because new functions would make every row render again.
  const actions = useMemo(() => {
    /** Toggles a row. With `isRange`, all rows from the last toggled row get the same state. */
    function toggle(row: InstanceRow, isRange: boolean) {
      const from =
        isRange && lastToggledKey.current !== null ? findRowIndex(matchingRows, lastToggledKey.current) : -1;
      const toggledRows = from === -1 ? [row] : getRowsBetween(matchingRows, from, matchingRows.indexOf(row));
      lastToggledKey.current = row.key;
      lastRange.current = null;
      setSelectedRows((before) => changeSelection(before, toggledRows, !before.has(row.key)));
    }

    /**
     * Selects the rows between the start of the selection and `to`, and no longer the other rows up to `from`.
     * @param from the row at the end of the selection so far
     */
    function extend(from: InstanceRow, to: InstanceRow) {
      const startKey = lastRange.current?.end === from.key ? lastRange.current.start : from.key;
      const start = findRowIndex(matchingRows, startKey);
      if (start === -1) return;
      const deselectedRows = getRowsBetween(matchingRows, start, matchingRows.indexOf(from));
      const addedRows = getRowsBetween(matchingRows, start, matchingRows.indexOf(to));
      lastToggledKey.current = to.key;
      lastRange.current = { start: startKey, end: to.key };
      setSelectedRows((before) =>
        changeSelection(changeSelection(before, deselectedRows, false), addedRows, true),
      );
    }

    return {
      toggle,
      extend,
      selectAll: () => setSelectedRows(changeSelection(new Map(), matchingRows, true)),
      clear: () => setSelectedRows(new Map()),
    };
  }, [matchingRows]);

  return { rows, ...actions };
}

/** Deselects rows that left the list, and rows whose ID now belongs to a newer instance. */
function withoutOutdatedRows(selectedRows: SelectedRows, allRows: readonly InstanceRow[]): SelectedRows {
  if (selectedRows.size === 0) return selectedRows;
  const currentRows = new Map(allRows.map((row) => [row.key, row]));
  const remainingRows = [...selectedRows].filter(([key, row]) => {
    const currentRow = currentRows.get(key);
    return currentRow !== undefined && !isLater(getCreatedDate(currentRow), getCreatedDate(row));
  });
  return remainingRows.length === selectedRows.size ? selectedRows : new Map(remainingRows);
}

function changeSelection(before: SelectedRows, rows: readonly InstanceRow[], isSelected: boolean) {
  const nextRows = new Map(before);
  for (const row of rows) {
    if (isSelected) nextRows.set(row.key, row);
    else nextRows.delete(row.key);
  }
  return nextRows;
}

function getRowsBetween(rows: readonly InstanceRow[], from: number, to: number): readonly InstanceRow[] {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}
