/** The element of a row, where it is drawn. */
export function rowElement(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`);
}

/** Gives the focus to the row of the list that the Tab key would lead to. */
export function focusRows(): void {
  document.querySelector<HTMLElement>('tr[data-key][tabindex="0"]')?.focus();
}

/**
 * The element of a row that is to get the focus back from a dialog. Dialogs give it to what can be reached by Tab, and
 * would pass over the row to its Delete button; the row itself keeps this place once it has the focus.
 */
export function tabbableRow(key: string): HTMLElement | null {
  const row = rowElement(key);
  if (row !== null) row.tabIndex = 0;
  return row;
}

/**
 * What gets the focus after a dialog about a row, so that it is never lost: the row where a key on it had asked, its own
 * Delete where the row stayed, else the next row, else the heading.
 */
export function focusAfter(key: string, next: string | null, origin: Element | null): HTMLElement | null {
  if (origin !== null && origin === rowElement(key)) return tabbableRow(key);
  return (
    rowElement(key)?.querySelector<HTMLElement>('button[aria-label^="Delete "]:enabled') ??
    tabbableRow(key) ??
    (next === null ? null : tabbableRow(next)) ??
    document.getElementById('page-heading')
  );
}
