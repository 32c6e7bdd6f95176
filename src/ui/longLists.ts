/** A list with at most this many rows renders every row, so that the browser's search finds all of them. */
export const maxFullyRenderedRows = 60;

type Virtualizer = { getVirtualItems: () => readonly { index: number; start: number }[] };

/**
 * Returns index and offset (px) of the rows to render: every row, or the visible rows of the virtualizer.
 * @param rowHeight height of each row (px) if the list renders every row
 */
export function chooseRenderedRows(
  rendersAll: boolean,
  count: number,
  rowHeight: number,
  virtualizer: Virtualizer,
) {
  if (!rendersAll) return virtualizer.getVirtualItems();
  return Array.from({ length: count }, (_, index) => ({ index, start: index * rowHeight }));
}
