import { Ellipsis } from 'lucide-react';
import { formatTimeOfDay } from '../format/time.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button, getButtonClass } from '../ui/Button.tsx';
import { ExportMenu, type FileFormat, saveAs } from '../ui/ExportMenu.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { PageHeading } from '../ui/states.tsx';
import type { TableModel } from './table/useInstanceTable.ts';
import { type Instances, useRefresh } from './useInstances.ts';

type Props = {
  title: string;
  instances: Instances;
  model: TableModel;
  /** Null while the console is read-only. */
  onAdd: (() => void) | null;
  /** Null if nothing can be selected. */
  onSelectFromList: (() => void) | null;
};

/** On a phone, all actions are in one menu. */
export function ComputeHeading({ title, instances, model, onAdd, onSelectFromList }: Props) {
  const { rows, lists } = instances;
  const { workspace } = useSession();
  const { instancesPath } = useConfig();
  const refresh = useRefresh();
  const times = lists.flatMap(({ query }) => query.data?.receivedAt ?? []);
  async function save(format: FileFormat) {
    const { exportInstances } = await import('./exportInstances.ts');
    return exportInstances(
      model.matchingRows.map(({ original }) => original),
      workspace,
      format,
    );
  }
  return (
    <PageHeading
      title={title}
      subtitle={times.length > 0 && <span>{`Updated ${formatTimeOfDay(Math.min(...times))}`}</span>}
      actions={
        <>
          <div className="flex gap-2 max-md:hidden">
            <Button onClick={refresh}>Refresh</Button>
            <ExportMenu save={save} disabled={rows.length === 0} />
            {onAdd !== null && instancesPath !== null && (
              <Menu label="More">
                <MenuItem onClick={onAdd}>Add instances…</MenuItem>
              </Menu>
            )}
            {onAdd !== null && instancesPath === null && (
              <Button variant="primary" onClick={onAdd}>
                Add instances
              </Button>
            )}
          </div>
          <div className="md:hidden">
            <Menu
              label={<Ellipsis size={20} aria-hidden="true" />}
              name="Actions"
              triggerClass={getButtonClass('quiet')}
            >
              <MenuItem onClick={refresh}>Refresh</MenuItem>
              {onSelectFromList && <MenuItem onClick={onSelectFromList}>Select from list…</MenuItem>}
              {rows.length > 0 && <MenuItem onClick={() => void saveAs('csv', save)}>Export CSV</MenuItem>}
              {onAdd !== null && <MenuItem onClick={onAdd}>Add instances…</MenuItem>}
            </Menu>
          </div>
        </>
      }
    />
  );
}
