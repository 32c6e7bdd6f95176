/** Maximum number of rows of a list that is fully drawn, so that the search of the browser finds every row. */
export const maxDrawnRows = 60;

type Virtualizer = { getVirtualItems: () => readonly { index: number; start: number }[] };

/**
 * Returns index and offset (px) of the rows to draw: every row, or the visible rows of the virtualizer.
 * @param rowHeight height of each row (px) in a fully drawn list
 */
export function drawnRows(isFullyDrawn: boolean, count: number, rowHeight: number, virtualizer: Virtualizer) {
  if (!isFullyDrawn) return virtualizer.getVirtualItems();
  return Array.from({ length: count }, (_, index) => ({ index, start: index * rowHeight }));
}
