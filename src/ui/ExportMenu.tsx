import { Menu, MenuItem } from './Menu.tsx';
import type { FileFormat } from './saveFile.ts';
import { toast } from './toasts.tsx';

type Props = {
  /** Returns the name of the file. */
  save: (format: FileFormat) => Promise<string>;
  disabled?: boolean;
};

export function ExportMenu({ save, disabled = false }: Props) {
  async function saveAs(format: FileFormat) {
    try {
      toast({ name: await save(format), text: 'saved' });
    } catch {
      toast({
        tone: 'danger',
        text: "Couldn't export. Check your connection and try again, or reload the page.",
      });
    }
  }
  return (
    <Menu label="Export" disabled={disabled}>
      <MenuItem onClick={() => void saveAs('csv')}>CSV</MenuItem>
      <MenuItem onClick={() => void saveAs('json')}>JSON</MenuItem>
    </Menu>
  );
}
