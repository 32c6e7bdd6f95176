/** Returns the element of a row, or null if it isn't rendered. */
export function findRowElement(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`);
}

/** The `KeyboardEvent.code` of the events that `pressRowKey` sends. */
const rowKeyEventCode = 'RowCommand';

/** Simulates a key press on one row. The key affects only this row, even if other rows are selected. */
export function pressRowKey(row: HTMLElement, key: string): void {
  row.dispatchEvent(new KeyboardEvent('keydown', { key, code: rowKeyEventCode, bubbles: true }));
}

/** Returns true if `pressRowKey` sent the event. The event must not affect the selected rows. */
export function isRowCommand(event: { code: string }): boolean {
  return event.code === rowKeyEventCode;
}

/** Focuses a row in the next animation frame, because the row may not be rendered yet. */
export function focusRow(key: string): void {
  requestAnimationFrame(() => makeRowTabbable(key)?.focus());
}

/** Returns the row that the Tab key reaches, or null if no row is rendered. */
export function findTabStopRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('tr[data-key][tabindex="0"]');
}

/**
 * Makes a row tabbable and returns its element, or null if the row isn't rendered. If the row weren't tabbable, a closing
 * dialog would focus the Delete button in the row.
 */
function makeRowTabbable(key: string): HTMLElement | null {
  const row = findRowElement(key);
  if (row !== null) row.tabIndex = 0;
  return row;
}

/**
 * Returns the element to focus after a dialog about a row closes. If the row is still in the list, returns the previously
 * focused element, the Delete button or the row. Otherwise, returns the next row or the heading.
 */
export function findFocusTarget(
  key: string,
  nextKey: string | null,
  focusedBefore: Element | null,
): HTMLElement | null {
  const row = findRowElement(key);
  if (focusedBefore !== null && focusedBefore === row) return makeRowTabbable(key);
  const wasFocusElsewhere =
    focusedBefore?.isConnected && focusedBefore !== document.body && !row?.contains(focusedBefore);
  if (row !== null && wasFocusElsewhere && focusedBefore instanceof HTMLElement) return focusedBefore;
  return (
    row?.querySelector<HTMLElement>('button[aria-label^="Delete "]:enabled') ??
    makeRowTabbable(key) ??
    (nextKey === null ? null : makeRowTabbable(nextKey)) ??
    document.getElementById('page-heading')
  );
}
