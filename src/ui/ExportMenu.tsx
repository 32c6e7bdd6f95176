import { Menu, MenuItem } from './Menu.tsx';
import type { FileFormat } from './saveFile.ts';
import { toast } from './toasts.tsx';

type Props = {
  /** Returns the name of the file. */
  save: (format: FileFormat) => Promise<string>;
  disabled?: boolean;
};

export async function saveAs(format: FileFormat, save: Props['save']): Promise<void> {
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
      <MenuItem onClick={() => void saveAs('csv', save)}>CSV</MenuItem>
      <MenuItem onClick={() => void saveAs('json', save)}>JSON</MenuItem>
    </Menu>
  );
}
