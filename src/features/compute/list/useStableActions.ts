import { useLayoutEffect, useRef, useState } from 'react';
import type { RowActions } from '../instanceRow.ts';

/**
 * The same functions for as long as the page stands, each doing what its latest drawing says: rows that did not change
 * need not be drawn anew.
 */
export function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [steady] = useState<RowActions>(() => ({
    onDelete: (row) => latest.current.onDelete(row),
    onShow: (row) => latest.current.onShow(row),
    onSelect: (row, range) => latest.current.onSelect(row, range),
    onExtend: (from, to) => latest.current.onExtend(from, to),
    onForget: (row) => latest.current.onForget(row),
    onProtect: (row, isProtected) => latest.current.onProtect(row, isProtected),
    onDismiss: (entry) => latest.current.onDismiss(entry),
  }));
  return steady;
}
