/** The element of a row, where it is drawn. */
export function rowElement(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`);
}
