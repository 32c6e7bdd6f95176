import { Lock } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { formatInstant } from '../format/time.ts';
import { formatNumber } from '../format/words.ts';
import { cantReadLogSentence, readOnlySentence } from '../rules/mayDelete.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { Notice } from '../ui/notices.tsx';
import type { ComputeDialogState } from './ComputeDialogs.tsx';
import { ComputeHeading } from './ComputeHeading.tsx';
import { NoMatches, NoRows } from './EmptyTable.tsx';
import type { RowWithId } from './instanceRow.ts';
import { ListProblems } from './ListProblems.tsx';
import { Facets } from './table/Facets.tsx';
import { InstanceTable } from './table/InstanceTable.tsx';
import { SelectionBar } from './table/SelectionBar.tsx';
import { Toolbar } from './table/Toolbar.tsx';
import { clearLongSearch, useTableView } from './table/tableView.ts';
import { listSelectedRows, type TableModel, useInstanceTable } from './table/useInstanceTable.ts';
import { useInstances, useRefresh } from './useInstances.ts';

const loadDialogs = () => import('./ComputeDialogs.tsx');
const ComputeDialogs = lazyComponent(async () => (await loadDialogs()).ComputeDialogs);
const OutcomeAlerts = lazyComponent(async () => (await import('./delete/OutcomeAlerts.tsx')).OutcomeAlerts);

export function ComputePage({ title }: { title: string }) {
  // A dialog never passes into a different workspace.
  return <ComputeScreen key={useSession().workspace} title={title} />;
}

function ComputeScreen({ title }: { title: string }) {
  const instances = useInstances();
  const { rows, lists, isLoading, isLogUnavailable, byRow, failure } = instances;
  const { policy, instancesPath } = useConfig();
  const [view, changeView] = useTableView();
  const [openDialog, setOpenDialog] = useState<ComputeDialogState | null>(null);
  const [isFilterOpen, setFilterOpen] = useState(false);
  /** The last instance whose row has left the table, and the search of that time. */
  const [deleted, setDeleted] = useState<{ label: string; search: string } | null>(null);
  const refresh = useRefresh();
  const mayDeleteHere = policy.readOnly === null && !isLogUnavailable;
  const linkedDialog = view.open !== null && mayDeleteHere ? ({ kind: view.open } as const) : null;
  const dialog = openDialog ?? linkedDialog;
  const model = useInstanceTable(instances, {
    hasActions: mayDeleteHere,
    onShow: (row) => changeView({ details: row.key }, 'push'),
    onDelete: askToDelete,
  });
  // The connection may fail later, so the code of the dialogs loads once the rows are there.
  useEffect(() => {
    if (!isLoading) void ComputeDialogs.preload().catch(() => undefined);
  }, [isLoading]);

  useEffect(() => clearLongSearch, []);

  function setDialog(next: ComputeDialogState | null) {
    setOpenDialog(next);
    if (view.open !== null) changeView({ open: null });
  }
  function askToDelete(row: RowWithId) {
    setDialog({ kind: 'delete', row, nextKey: findNextKey(model, row.key) });
  }
  function askToDeleteSelected() {
    const chosen = listSelectedRows(model);
    const [first] = chosen;
    if (first !== undefined && chosen.length === 1) askToDelete(first);
    else setDialog({ kind: 'bulk', rows: chosen, hiddenKeys: model.hiddenKeys });
  }
  const openAdd = policy.readOnly === null ? () => setDialog({ kind: 'add' }) : null;
  const selectFromList = mayDeleteHere ? () => setDialog({ kind: 'select' }) : null;
  const editDatabases = () => setDialog({ kind: 'databases' });
  const hasToolbar = rows.length > 0 || isLoading || hasListPerDatabase(instancesPath);

  return (
    <>
      <ComputeHeading
        title={title}
        instances={instances}
        model={model}
        onAdd={openAdd}
        onSelectFromList={selectFromList}
      />
      <PrintedFacts model={model} />
      <Suspense fallback={null}>
        {byRow.size > 0 && (
          <OutcomeAlerts
            instances={instances}
            hiddenKey={dialog?.kind === 'delete' ? dialog.row.key : null}
            onDeleteAgain={askToDelete}
          />
        )}
      </Suspense>
      {policy.readOnly !== null && <ReadOnlyLine reason={policy.readOnly.reason} />}
      {(isLogUnavailable || failure !== null) && (
        <div className="mb-3">
          <Notice
            tone="danger"
            title={<span>{isLogUnavailable ? cantReadLogSentence : failure?.message}</span>}
            actions={
              <Button size="small" onClick={refresh}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      <ListProblems lists={lists} onAdd={openAdd} onChooseDatabases={editDatabases} />
      {hasToolbar && (
        <Facets rows={rows} model={model} onEditDatabases={editDatabases} isShownOnPhone={isFilterOpen} />
      )}
      {hasToolbar && (
        <Toolbar
          model={model}
          onSelectFromList={selectFromList}
          isFilterOpen={isFilterOpen}
          onToggleFilter={() => setFilterOpen(!isFilterOpen)}
        />
      )}
      {rows.length > 0 ? (
        <div
          // On a phone, the selection's bar would cover the pager.
          className={`rounded-card border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0 print:mx-0 ${model.selected.size > 0 ? 'max-md:mb-28' : ''}`}
        >
          <SelectionBar
            model={model}
            total={rows.length}
            deletedCount={instances.deletedCount}
            onDelete={askToDeleteSelected}
          />
          {model.matchingRows.length > 0 ? (
            <InstanceTable instances={instances} model={model} openKey={view.details} />
          ) : (
            <NoMatches
              instances={instances}
              model={model}
              deletedLabel={deleted !== null && deleted.search === view.search ? deleted.label : null}
            />
          )}
        </div>
      ) : (
        <NoRows instances={instances} onAdd={openAdd} />
      )}
      <Suspense fallback={null}>
        {(dialog !== null || view.details !== null) && (
          <ComputeDialogs
            instances={instances}
            model={model}
            dialog={dialog}
            onOpen={setDialog}
            onDelete={askToDelete}
            onDeleted={(label) => setDeleted({ label, search: view.search })}
          />
        )}
      </Suspense>
    </>
  );
}

function findNextKey({ matchingRows }: TableModel, key: string): string | null {
  const index = matchingRows.findIndex(({ id }) => id === key);
  return (matchingRows[index + 1] ?? matchingRows[index - 1])?.id ?? null;
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

/** On paper, in place of the toolbar and the pager. */
function PrintedFacts({ model: { table, matchingRows, pageRows } }: { model: TableModel }) {
  const [{ search, databases, region, status, age }] = useTableView();
  const { pageIndex, pageSize } = table.state.pagination;
  const first = pageIndex * pageSize;
  const filters = [...databases, region, status, age && 'older than 2 years', search].filter(Boolean);
  return (
    <p className="mb-3 hidden print:block">
      {[
        ...(filters.length > 0 ? [`Filter: ${filters.join(', ')}`] : []),
        formatInstant(Date.now()),
        `rows ${formatNumber(Math.min(first + 1, matchingRows.length))}–${formatNumber(first + pageRows.length)} of ${formatNumber(matchingRows.length)}`,
      ].join(' · ')}
    </p>
  );
}
