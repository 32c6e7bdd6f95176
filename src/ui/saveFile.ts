/**
 * Hands a file to the browser to be saved.
 * @param parts texts, written as UTF-8 one after the other
 * @param type media type
 */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of it by then; kept for ever it would fill the memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
