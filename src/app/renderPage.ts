import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Replaces what index.html contains. The sign-in form isn't hydrated, because translators and password managers change it
 * before this code has loaded. The replacement and the transfer of the values happen in one task, so no key is lost.
 */
export function renderPage(root: HTMLElement, page: ReactNode): void {
  const fields = [...root.querySelectorAll('input')].map((field) => ({
    id: field.id,
    value: field.value,
    selection: [field.selectionStart, field.selectionEnd] as const,
    isFocused: field === document.activeElement,
  }));
  flushSync(() => createRoot(root).render(page));
  for (const { id, value, selection, isFocused } of fields) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) continue;
    if (value !== '') field.value = value;
    if (!isFocused) continue;
    field.focus();
    field.setSelectionRange(...selection);
  }
}
