import { Menu, MenuItem } from './Menu.tsx';
import { toast } from './toasts.tsx';

type Props = {
  save: (format: FileFormat) => Promise<string>;
  disabled?: boolean;
};

export async function saveWithToast(format: FileFormat, save: Props['save']): Promise<void> {
  try {
    toast({ name: await save(format), text: 'saved' });
  } catch {
    toast({
      tone: 'danger',
      text: "Couldn't export. Check your connection and try again, or reload the page.",
    });
  }
}

export function ExportMenu({ save, disabled = false }: Props) {
  return (
    <Menu label="Export" disabled={disabled}>
      <MenuItem onClick={() => void saveWithToast('csv', save)}>CSV</MenuItem>
      <MenuItem onClick={() => void saveWithToast('json', save)}>JSON</MenuItem>
    </Menu>
  );
}

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
