const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

export type FileFormat = keyof typeof types;

export function saveFile(nameParts: readonly string[], format: FileFormat, text: string): string {
  const name = `${nameParts.map(cleanNamePart).filter(Boolean).join('-')}.${format}`;
  // Spreadsheets need a byte-order mark to read UTF-8.
  const byteOrderMark = format === 'csv' ? '\uFEFF' : '';
  const url = URL.createObjectURL(new Blob([byteOrderMark, text], { type: types[format] }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts the download later, so free the memory after a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}

/** Slashes could change the folder. */
function cleanNamePart(part: string): string {
  const plainPart = part.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-');
  return [...plainPart]
    .slice(0, 80)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '');
}
