/** Returns the element of a row, or null if it isn't rendered. */
export function rowElement(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`);
}

/** Focuses a row after the next paint, because it may just have been added. */
export function focusRow(key: string): void {
  requestAnimationFrame(() => tabbableRow(key)?.focus());
}

/** Returns the row that the Tab key would reach, or null if the list is empty. */
export function tabStopRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('tr[data-key][tabindex="0"]');
}

/**
 * Returns the element of a row, made tabbable. A dialog returns the focus only to tabbable elements, so it would skip the
 * row and focus its Delete button.
 */
function tabbableRow(key: string): HTMLElement | null {
  const row = rowElement(key);
  if (row !== null) row.tabIndex = 0;
  return row;
}

/**
 * Returns the element to focus after a dialog about a row. While the row is in the list, it is the element that had the
 * focus before, otherwise the next row or the heading.
 */
export function findFocusTarget(
  key: string,
  next: string | null,
  focusedBefore: Element | null,
): HTMLElement | null {
  const row = rowElement(key);
  if (focusedBefore !== null && focusedBefore === row) return tabbableRow(key);
  const isElsewhere =
    focusedBefore?.isConnected && focusedBefore !== document.body && !row?.contains(focusedBefore);
  if (row !== null && isElsewhere && focusedBefore instanceof HTMLElement) return focusedBefore;
  return (
    row?.querySelector<HTMLElement>('button[aria-label^="Delete "]:enabled') ??
    tabbableRow(key) ??
    (next === null ? null : tabbableRow(next)) ??
    document.getElementById('page-heading')
  );
}
