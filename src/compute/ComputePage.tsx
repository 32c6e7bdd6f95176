import { Lock } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { formatTimeOfDay } from '../format/time.ts';
import { removesRow } from '../rules/deletion.ts';
import { readOnlySentence } from '../rules/mayDelete.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { saveWithToast } from '../ui/ExportMenu.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { PageHeading } from '../ui/states.tsx';
import { Filters } from './Filters.tsx';
import { InstanceTable } from './InstanceTable.tsx';
import type { RowWithId } from './instanceRow.ts';
import { ListProblems, NoMatches, NoRows } from './TableStates.tsx';
import { findFocus, findRowButton, useTableView } from './tableView.ts';
import { useRefreshLog } from './useDeletionLog.ts';
import { useInstances, useRefreshAll } from './useInstances.ts';
import { ComputeContext, useCompute, useInstanceTable } from './useInstanceTable.ts';

const ComputeDialogs = lazyComponent(async () => (await import('./ComputeDialogs.tsx')).ComputeDialogs);
const DeleteDialog = lazyComponent(async () => (await import('./DeleteDialog.tsx')).DeleteDialog);
const OutcomeAlerts = lazyComponent(async () => (await import('./OutcomeAlerts.tsx')).OutcomeAlerts);

/** `SignedIn` renders a new page for a different workspace, so no dialog or selection passes into it. */
export function ComputePage({ title }: { title: string }) {
  const instances = useInstances();
  const { rows, isLoading, isLogUnavailable, byRow } = instances;
  const table = useInstanceTable(instances);
  const { policy } = useConfig();
  const [view, changeView] = useTableView();
  const [toDelete, setToDelete] = useState<readonly RowWithId[]>([]);
  const refreshLog = useRefreshLog();
  const hasActions = policy.readOnly === null && !isLogUnavailable;
  const single = toDelete.length === 1 ? toDelete[0] : undefined;

  // The connection may fail later, so the code of the dialogs loads once the rows are there.
  useEffect(() => {
    if (!isLoading)
      void Promise.all([DeleteDialog.preload(), ComputeDialogs.preload()]).catch(() => undefined);
  }, [isLoading]);

  function askToDelete(rows: readonly RowWithId[]) {
    // A colleague may have deleted one of them since the log was read.
    if (rows.length > 0) refreshLog();
    setToDelete(rows);
  }

  return (
    <ComputeContext value={{ instances, table, hasActions, askToDelete }}>
      <ComputeHeading title={title} />
      <Suspense fallback={null}>
        {byRow.size > 0 && (
          <OutcomeAlerts
            instances={instances}
            hiddenKey={single?.key ?? null}
            onDeleteAgain={(row) => askToDelete([row])}
          />
        )}
      </Suspense>
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
      <Suspense fallback={null}>
        {(toDelete.length > 1 || view.open !== null || view.details !== null) && (
          <ComputeDialogs toDelete={toDelete} />
        )}
        {single !== undefined && (
          <DeleteDialog
            key={single.key}
            row={single}
            current={instances.rowsByKey.get(single.key)}
            onClose={(deletion) => {
              if (deletion !== null && removesRow(deletion.stage) && view.details === single.key)
                changeView({ details: null });
              setToDelete([]);
            }}
            finalFocus={() => findFocusAfterDelete(single.key)}
          />
        )}
      </Suspense>
    </ComputeContext>
  );
}

/** The row has its button "Delete" again, unless it can't be deleted now. */
function findFocusAfterDelete(key: string): HTMLElement | null {
  const row = findRowButton(key)?.closest('tr');
  return row?.querySelector<HTMLElement>('td:last-child button:enabled') ?? findFocus(key);
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
    void saveWithToast('csv', async () => {
      const { exportInstances } = await import('./exportInstances.ts');
      return exportInstances(table.matchingRows, workspace);
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
