import { Dropdown } from '../../../ui/Dropdown.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import type { InstanceRow } from '../instances/InstanceRow.ts';

/** Takes the rows that match along as a file. The code that writes it comes with the click. */
export function ExportMenu({ rows, workspaceSlug }: { rows: readonly InstanceRow[]; workspaceSlug: string }) {
  async function save(kind: 'json' | 'csv') {
    const { exportInstances } = await import('./exportInstances.ts');
    const mediaType = kind === 'json' ? 'application/json' : 'text/csv';
    saveFile(`instances-${workspaceSlug}.${kind}`, mediaType, [exportInstances[kind](rows)]);
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
                void save(kind);
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
