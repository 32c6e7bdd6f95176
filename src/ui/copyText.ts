/** Copies a text; on plain http, where the clipboard API is missing, through a hidden field. False where neither works. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughField(text);
  }
}

function copyThroughField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // Inside an open dialog a field elsewhere is inert and can't be selected.
  (focused?.closest('[role=alertdialog], [role=dialog]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand?.('copy') ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
