import { rowElement } from './rowElement.ts';

/**
 * The element of a row that is to get the focus back from a dialog. Dialogs give it to what can be reached by Tab, and
 * would pass over the row to its Delete button; the row itself keeps this place once it has the focus.
 */
export function tabbableRow(key: string): HTMLElement | null {
  const row = rowElement(key);
  if (row !== null) row.tabIndex = 0;
  return row;
}
