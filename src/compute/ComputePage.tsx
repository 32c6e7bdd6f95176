import { Lock } from 'lucide-react';
import { lazy, useState } from 'react';
import { formatTimeOfDay } from '../format/time.ts';
import { readOnlySentence } from '../rules/mayDelete.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { PageHeading } from '../ui/states.tsx';
import { Filters } from './Filters.tsx';
import { InstanceTable } from './InstanceTable.tsx';
import type { RowWithId } from './instanceRow.ts';
import { ListProblems, NoMatches, NoRows } from './TableStates.tsx';
import { useTableView } from './tableView.ts';
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
  const { policy } = useConfig();
  const [toDelete, setToDelete] = useState<readonly RowWithId[]>([]);
  const refreshLog = useRefreshLog();
  const hasActions = policy.readOnly === null && !isLogUnavailable;
  // The last script loads after the first rows.
  const isReady = !isLoading || rows.length > 0;

  function askToDelete(rows: readonly RowWithId[]) {
    // A colleague may have deleted one of them since the log was read.
    if (rows.length > 0) refreshLog();
    setToDelete(rows);
  }

  return (
    <ComputeContext value={{ instances, table, hasActions, askToDelete }}>
      <ComputeHeading title={title} />
      <LateBoundary>{isReady && <DeletionAlerts onDeleteAgain={(row) => askToDelete([row])} />}</LateBoundary>
      {policy.readOnly !== null && <ReadOnlyLine reason={policy.readOnly.reason} />}
      <ListProblems />
      {(rows.length > 0 || isLoading) && <Filters />}
      {rows.length === 0 ? (
        <NoRows />
      ) : table.matchingRows.length === 0 ? (
        <NoMatches />
      ) : (
        // On a phone, the tools of a selection would cover the pager.
        <div className={`panel wide-panel print:mx-0 ${table.selected.size > 0 ? 'max-md:mb-28' : ''}`}>
          <InstanceTable />
        </div>
      )}
      <LateBoundary>{isReady && <ComputeDialogs toDelete={toDelete} />}</LateBoundary>
    </ComputeContext>
  );
}

function ComputeHeading({ title }: { title: string }) {
  const { instances, table, hasActions } = useCompute();
  const { rows, lists } = instances;
  const { workspace } = useSession();
  const { policy } = useConfig();
  const [, changeView] = useTableView();
  const refresh = useRefreshAll();
  const times = lists
    .flatMap(({ query }) => query.data ?? [])
    .map((list) => list.servedAt ?? list.receivedAt);
  const mayAdd = policy.readOnly === null;
  const openAdd = () => changeView({ open: 'add' });
  function exportCsv() {
    void saveFile(['instances', workspace], async () => {
      const { formatInstances } = await import('./exportInstances.ts');
      return formatInstances(table.matchingRows);
    });
  }
  return (
    <PageHeading
      title={title}
      subtitle={times.length > 0 && `Updated ${formatTimeOfDay(Math.min(...times))}`}
      onRefresh={refresh}
      buttons={
        <>
          <Button aria-disabled={rows.length === 0} onClick={() => rows.length > 0 && exportCsv()}>
            Export CSV
          </Button>
          {mayAdd && <Button onClick={openAdd}>Add instances…</Button>}
        </>
      }
      menuItems={
        <>
          {hasActions && (
            <MenuItem onClick={() => changeView({ open: 'select' })}>Select from list…</MenuItem>
          )}
          {rows.length > 0 && <MenuItem onClick={exportCsv}>Export CSV</MenuItem>}
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
