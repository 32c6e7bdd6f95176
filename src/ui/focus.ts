/**
 * For when what had the focus has left the page. Focuses the first candidate that is still there, such as the row, else the
 * table. Without one, the heading.
 */
export function focusFirst(...candidates: readonly (Element | null | undefined)[]): void {
  const isThere = (element: Element | null | undefined) =>
    element instanceof HTMLElement && element.isConnected && element !== document.body;
  const target = candidates.find(isThere) ?? document.getElementById('page-heading');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
