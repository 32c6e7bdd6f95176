/** Up to this length, lists are drawn completely, because then the browser's own search finds every row. */
export const maxDrawnRows = 60;

type Virtualizer = { getVirtualItems: () => readonly { index: number; start: number }[] };

/**
 * Returns index and offset (px) of the rows to draw: all of a short list, otherwise those that the virtualizer shows.
 * @param rowHeight px; the offset of a row in a list that is drawn completely is a multiple of it
 */
export function drawnRows(isWhole: boolean, count: number, rowHeight: number, virtualizer: Virtualizer) {
  if (!isWhole) return virtualizer.getVirtualItems();
  return Array.from({ length: count }, (_, index) => ({ index, start: index * rowHeight }));
}
