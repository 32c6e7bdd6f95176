import { Lock } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { formatTimeOfDay } from '../format/time.ts';
import { readOnlySentence } from '../rules/mayDelete.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import type { FileFormat } from '../ui/ExportMenu.tsx';
import { ExportMenu, saveWithToast } from '../ui/ExportMenu.tsx';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { PageHeading, PrintedFacts } from '../ui/states.tsx';
import { Filters } from './Filters.tsx';
import { formatPageRange, InstanceTable } from './InstanceTable.tsx';
import type { RowWithId } from './instanceRow.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { ListProblems, NoMatches, NoRows } from './TableStates.tsx';
import { clearLongSearch, useTableView } from './tableView.ts';
import { useRefreshLog } from './useDeletionLog.ts';
import { useInstances, useRefreshAll } from './useInstances.ts';
import { ComputeContext, useCompute, useInstanceTable } from './useInstanceTable.ts';

const ComputeDialogs = lazy(async () => ({ default: (await import('./ComputeDialogs.tsx')).ComputeDialogs }));
const DeletionAlerts = lazy(async () => ({
  default: (await import('./DeletionAlerts.tsx')).DeletionAlerts,
}));

/** `SignedIn` renders a new page for a different workspace, so no dialog or selection passes into it. */
export function ComputePage({ title }: { title: string }) {
  const instances = useInstances();
  const { rows, isLoading, isLogUnavailable } = instances;
  const table = useInstanceTable(instances);
  const { policy, instancesPath } = useConfig();
  const [view] = useTableView();
  const [toDelete, setToDelete] = useState<readonly RowWithId[]>([]);
  /** The last instance whose row has left the table, and the search of that time. */
  const [deleted, setDeleted] = useState<{ label: string; search: string } | null>(null);
  const refreshLog = useRefreshLog();
  const hasActions = policy.readOnly === null && !isLogUnavailable;
  // The last script loads after the first rows.
  const isReady = !isLoading || rows.length > 0;

  useEffect(() => clearLongSearch, []);

  function askToDelete(rows: readonly RowWithId[]) {
    // A colleague may have deleted one of them since the log was read.
    if (rows.length > 0) refreshLog();
    setToDelete(rows);
  }

  return (
    <ComputeContext value={{ instances, table, hasActions, askToDelete }}>
      <ComputeHeading title={title} />
      <ComputePrintedFacts />
      <LateBoundary>{isReady && <DeletionAlerts onDeleteAgain={(row) => askToDelete([row])} />}</LateBoundary>
      {policy.readOnly !== null && <ReadOnlyLine reason={policy.readOnly.reason} />}
      <ListProblems />
      {(rows.length > 0 || isLoading || hasListPerDatabase(instancesPath)) && <Filters />}
      {rows.length === 0 ? (
        <NoRows />
      ) : (
        <div
          // On a phone, the selection's bar would cover the pager.
          className={`panel wide-panel print:mx-0 ${table.selected.size > 0 ? 'max-md:mb-28' : ''}`}
        >
          <SelectionBar />
          {table.matchingRows.length > 0 ? (
            <InstanceTable />
          ) : (
            <NoMatches deletedLabel={deleted?.search === view.search ? deleted.label : null} />
          )}
        </div>
      )}
      <LateBoundary>
        {isReady && (
          <ComputeDialogs
            toDelete={toDelete}
            onDeleted={(label) => setDeleted({ label, search: view.search })}
          />
        )}
      </LateBoundary>
    </ComputeContext>
  );
}

function ComputeHeading({ title }: { title: string }) {
  const { instances, table, hasActions } = useCompute();
  const { rows, lists } = instances;
  const { workspace } = useSession();
  const { policy, instancesPath } = useConfig();
  const [, changeView] = useTableView();
  const refresh = useRefreshAll();
  const times = lists.flatMap(({ query }) => query.data?.receivedAt ?? []);
  const mayAdd = policy.readOnly === null;
  const openAdd = () => changeView({ open: 'add' });
  async function save(format: FileFormat) {
    const { exportInstances } = await import('./exportInstances.ts');
    return exportInstances(table.matchingRows, workspace, format);
  }
  return (
    <PageHeading
      title={title}
      subtitle={times.length > 0 && <span>{`Updated ${formatTimeOfDay(Math.min(...times))}`}</span>}
      onRefresh={refresh}
      buttons={
        <>
          <ExportMenu save={save} disabled={rows.length === 0} />
          {mayAdd && instancesPath !== null && (
            <Menu label="More">
              <MenuItem onClick={openAdd}>Add instances…</MenuItem>
            </Menu>
          )}
          {mayAdd && instancesPath === null && (
            <Button variant="primary" onClick={openAdd}>
              Add instances
            </Button>
          )}
        </>
      }
      menuItems={
        <>
          {hasActions && (
            <MenuItem onClick={() => changeView({ open: 'select' })}>Select from list…</MenuItem>
          )}
          {rows.length > 0 && <MenuItem onClick={() => void saveWithToast('csv', save)}>Export CSV</MenuItem>}
          {mayAdd && <MenuItem onClick={openAdd}>Add instances…</MenuItem>}
        </>
      }
    />
  );
}

function ReadOnlyLine({ reason }: { reason: string }) {
  return (
    <p
      role="note"
      className="mb-3 flex min-h-9 items-center gap-2.5 rounded-md bg-notice-soft px-3 py-1.5 text-control"
    >
      <Lock size={14} aria-hidden="true" className="shrink-0 text-notice" />
      <span className="min-w-0 wrap-anywhere">{readOnlySentence(reason)}</span>
    </p>
  );
}

function ComputePrintedFacts() {
  const { page, matchingRows } = useCompute().table;
  const [{ search, databases, region, status, age }] = useTableView();
  const ages = age.map(() => 'older than 2 years');
  const filters = [...databases, ...region, ...status, ...ages, search];
  return <PrintedFacts filters={filters} count={`rows ${formatPageRange(page, matchingRows.length)}`} />;
}
