import { ClipboardList, Ellipsis, Plus, RefreshCw } from 'lucide-react';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dropdown, DropdownItem } from '../ui/Dropdown.tsx';
import { ExportItems, ExportMenu, saveFile } from '../ui/exportFile.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { formatInstant } from '../ui/time.ts';
import { useZone } from '../ui/usePreferences.ts';
import { useIsNarrow } from '../ui/windowWidth.ts';
import { listExportedFields } from './columns.tsx';
import { useComputeActions } from './computeActions.ts';
import { useComputeInstances } from './useInstances.ts';
import { useComputeTable } from './useInstanceTable.ts';

/** The heading of the Compute screen with its actions. In a narrow window, most actions are in a menu. */
export function ComputeHeading({ title }: { title: string }) {
  const { workspaceSlug } = useSession();
  const { rows, listQueries } = useComputeInstances();
  const { matchingRows } = useComputeTable();
  const { openAddDialog, openActivity } = useComputeActions();
  const isNarrow = useIsNarrow();
  const hasLists = listQueries.length > 0;
  const isFetching = listQueries.some(({ query }) => query.isFetching);

  async function saveInstances(format: 'json' | 'csv') {
    const { createRecordWriter } = await import('../ui/exportRecords.ts');
    const writeRows = createRecordWriter(listExportedFields())[format];
    return saveFile(['instances', workspaceSlug], format, writeRows(matchingRows));
  }

  function refresh() {
    if (!isFetching) for (const { query } of listQueries) void query.refetch();
  }

  return (
    <PageHeading
      title={title}
      actions={
        <>
          {isNarrow ? (
            <Dropdown name="Actions" label={<Ellipsis size={18} aria-hidden="true" />}>
              {hasLists && <DropdownItem onClick={refresh}>Refresh</DropdownItem>}
              {rows.length > 0 && <ExportItems save={saveInstances} />}
              <DropdownItem onClick={openActivity}>Activity</DropdownItem>
            </Dropdown>
          ) : (
            <>
              {hasLists && (
                <Button
                  icon={
                    <RefreshCw size={16} aria-hidden="true" className={isFetching ? 'animate-spin' : ''} />
                  }
                  aria-disabled={isFetching}
                  title="Refresh"
                  onClick={refresh}
                >
                  <span className="max-lg:sr-only">Refresh</span>
                </Button>
              )}
              <ExportMenu save={saveInstances} disabled={rows.length === 0} />
              <Button
                icon={<ClipboardList size={16} aria-hidden="true" />}
                title="Activity"
                onClick={openActivity}
              >
                <span className="max-lg:sr-only">Activity</span>
              </Button>
            </>
          )}
          <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={openAddDialog}>
            <span>
              Add <span className="max-sm:sr-only">instance</span>
            </span>
          </Button>
        </>
      }
    >
      {hasLists && <UpdateTime />}
    </PageHeading>
  );
}

/** The time at which the oldest list was loaded. The line keeps its height while the lists load. */
function UpdateTime() {
  const { listQueries } = useComputeInstances();
  const zone = useZone();
  const times = listQueries.map(({ query }) => query.dataUpdatedAt).filter((time) => time > 0);
  return (
    <p className="min-h-4 text-small">
      {times.length > 0 && `Updated ${formatInstant(Math.min(...times), zone).split(', ')[1]}`}
    </p>
  );
}
