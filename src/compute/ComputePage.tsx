import { Lock } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { formatTimeOfDay } from '../format/time.ts';
import type { Deletion } from '../rules/deletion.ts';
import { readOnlySentence } from '../rules/mayDelete.ts';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import type { FileFormat } from '../ui/ExportMenu.tsx';
import { ExportMenu, saveWithToast } from '../ui/ExportMenu.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { PageHeading, PrintedFacts } from '../ui/states.tsx';
import { Filters } from './Filters.tsx';
import { formatPageRange, InstanceTable } from './InstanceTable.tsx';
import type { InstanceRow, RowWithId } from './instanceRow.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { ListProblems, NoMatches, NoRows } from './TableStates.tsx';
import {
  clearLongSearch,
  deletionAlertId,
  findFocusAfterSelection,
  findRowButton,
  findTable,
  useTableView,
} from './tableView.ts';
import { useRefreshLog } from './useDeletionLog.ts';
import { useInstances, useRefreshAll } from './useInstances.ts';
import { ComputeContext, useCompute, useInstanceTable } from './useInstanceTable.ts';

const AddInstancesDialog = lazyComponent(
  async () => (await import('./AddInstancesDialog.tsx')).AddInstancesDialog,
);
const DatabasesDialog = lazyComponent(async () => (await import('./AddInstancesDialog.tsx')).DatabasesDialog);
const DeleteDialog = lazyComponent(async () => (await import('./DeleteDialog.tsx')).DeleteDialog);
const DeletionAlerts = lazyComponent(async () => (await import('./DeletionAlerts.tsx')).DeletionAlerts);
const Details = lazyComponent(async () => (await import('./Details.tsx')).Details);
const SelectFromListDialog = lazyComponent(
  async () => (await import('./SelectFromListDialog.tsx')).SelectFromListDialog,
);
const dialogs = [AddInstancesDialog, DatabasesDialog, DeleteDialog, Details, SelectFromListDialog];

/** `SignedIn` renders a new page for a different workspace, so no dialog or selection passes into it. */
export function ComputePage({ title }: { title: string }) {
  const instances = useInstances();
  const { rows, isLoading, isLogUnavailable, byRow } = instances;
  const table = useInstanceTable(instances);
  const { policy, instancesPath } = useConfig();
  const [view, changeView] = useTableView();
  const closeDialog = () => changeView({ open: null });
  const [toDelete, setToDelete] = useState<readonly RowWithId[]>([]);
  /** The last instance whose row has left the table, and the search of that time. */
  const [deleted, setDeleted] = useState<{ label: string; search: string } | null>(null);
  const refreshLog = useRefreshLog();
  const hasActions = policy.readOnly === null && !isLogUnavailable;
  const [firstToDelete] = toDelete;

  // The connection may fail later, so the code of the dialogs loads once the rows are there.
  useEffect(() => {
    if (!isLoading) void Promise.all(dialogs.map(({ preload }) => preload())).catch(() => undefined);
  }, [isLoading]);

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
      <Suspense fallback={null}>
        {byRow.size > 0 && <DeletionAlerts onDeleteAgain={(row) => askToDelete([row])} />}
      </Suspense>
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
      <Suspense fallback={null}>
        {view.details !== null && <Details rowKey={view.details} />}
        {view.open === 'add' && policy.readOnly === null && (
          <AddInstancesDialog instances={instances} onClose={closeDialog} />
        )}
        {view.open === 'select' && hasActions && <SelectFromListDialog onClose={closeDialog} />}
        {view.open === 'databases' && (
          <DatabasesDialog databases={instances.databases} onClose={closeDialog} />
        )}
        {firstToDelete !== undefined && (
          <RowsDeleteDialog
            key={firstToDelete.key}
            rows={toDelete}
            onDeleted={() => setDeleted({ label: firstToDelete.label, search: view.search })}
          />
        )}
      </Suspense>
    </ComputeContext>
  );
}

type DeleteProps = { rows: readonly RowWithId[]; onDeleted: () => void };

function RowsDeleteDialog({ rows, onDeleted }: DeleteProps) {
  const { instances, table, askToDelete } = useCompute();
  const [{ details }, changeView] = useTableView();
  const [single] = rows.length === 1 ? rows : [];
  const [nextKey] = useState(() => findNextKey(table.matchingRows, single?.key ?? ''));
  const opener = useRef(document.activeElement);
  const ended = useRef<Deletion | null>(null);

  function findFocus() {
    const stage = ended.current?.items[0]?.stage;
    const button = opener.current;
    if (
      ended.current === null &&
      button instanceof HTMLButtonElement &&
      button.isConnected &&
      !button.disabled
    )
      return button;
    if (single === undefined) return findFocusAfterSelection();
    const alert =
      stage === 'unknown' || stage === 'mismatch' ? document.getElementById(deletionAlertId) : null;
    // The focus itself doesn't scroll.
    alert?.scrollIntoView({ block: 'nearest' });
    const rowKey = removesRow(stage) ? null : single.key;
    return alert ?? findRowButton(rowKey) ?? findRowButton(nextKey) ?? findTable();
  }

  function close(deletion: Deletion | null) {
    ended.current = deletion;
    const stage = deletion?.items[0]?.stage;
    if (single !== undefined && removesRow(stage)) {
      if (details === single.key) changeView({ details: null });
      if (stage === 'deleted') onDeleted();
    }
    askToDelete([]);
  }
  return <DeleteDialog rows={rows} instances={instances} onClose={close} finalFocus={findFocus} />;
}

function findNextKey(rows: readonly InstanceRow[], key: string): string | null {
  const index = rows.findIndex((row) => row.key === key);
  return (rows[index + 1] ?? rows[index - 1])?.key ?? null;
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
