/** Gives the focus to the row of the list that the Tab key would lead to. */
export function focusRows(): void {
  document.querySelector<HTMLElement>('tr[data-key][tabindex="0"]')?.focus();
}
