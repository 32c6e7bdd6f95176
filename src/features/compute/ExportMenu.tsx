import { Dropdown } from '../../ui/Dropdown.tsx';
import { saveFile, useExport } from '../../ui/exportFile.tsx';
import type { InstanceRow } from './instanceRow.ts';

/** Takes the rows that match along as a file. The code that writes it comes with the click. */
export function ExportMenu({ rows, workspaceSlug }: { rows: readonly InstanceRow[]; workspaceSlug: string }) {
  const run = useExport();

  async function save(kind: 'json' | 'csv') {
    const { exportInstances } = await import('./exportInstances.ts');
    saveFile(['instances', workspaceSlug], kind, [exportInstances[kind](rows)]);
  }
  return (
    <Dropdown label="Export">
      <ul className="grid">
        {(['json', 'csv'] as const).map((kind) => (
          <li key={kind}>
            <button
              type="button"
              onClick={(event) => {
                event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                void run(() => save(kind));
              }}
              className="w-full rounded-sm px-3 py-1.5 text-left hover:bg-hover"
            >
              Export as {kind.toUpperCase()}
            </button>
          </li>
        ))}
      </ul>
    </Dropdown>
  );
}
