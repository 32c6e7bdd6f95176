import { Lock, SearchX, Server } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { formatTimeOfDay } from '../format/time.ts';
import { formatCount } from '../format/words.ts';
import { cantStoreSentence, readOnlySentence } from '../rules/mayDelete.ts';
import { refreshConfig, useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { ExportMenu } from '../ui/ExportMenu.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { Notice } from '../ui/notices.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { FileFormat } from '../ui/saveFile.ts';
import { EmptyState } from '../ui/states.tsx';
import type { ComputeDialogState } from './ComputeDialogs.tsx';
import { hasListPerDatabase } from './instanceLists.ts';
import { hasId, type InstanceRow, type RowWithId } from './instanceRow.ts';
import { ListProblems } from './ListProblems.tsx';
import { InstanceTable } from './table/InstanceTable.tsx';
import { SummaryStrip } from './table/SummaryStrip.tsx';
import { SelectionBar, Toolbar } from './table/Toolbar.tsx';
import { noFilters, useTableView } from './table/tableView.ts';
import { type TableModel, useInstanceTable } from './table/useInstanceTable.ts';
import { type Instances, useInstances } from './useInstances.ts';

const loadDialogs = () => import('./ComputeDialogs.tsx');
const ComputeDialogs = lazyComponent(async () => (await loadDialogs()).ComputeDialogs);
const ComputeOutcomeAlerts = lazyComponent(async () => (await loadDialogs()).ComputeOutcomeAlerts);
const InstancesInSearchNotice = lazyComponent(
  async () => (await import('./select/SelectFromListDialog.tsx')).InstancesInSearchNotice,
);

export function ComputePage({ title }: { title: string }) {
  // A selection or a dialog never passes into a different workspace.
  return <ComputeScreen key={useSession().workspace} title={title} />;
}

function ComputeScreen({ title }: { title: string }) {
  const instances = useInstances();
  const { rows, lists, isLoading, isLogUnavailable, byRow } = instances;
  const { policy, instancesPath } = useConfig();
  const [view, changeView] = useTableView();
  const [openDialog, setOpenDialog] = useState<ComputeDialogState | null>(null);
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

  function setDialog(next: ComputeDialogState | null) {
    setOpenDialog(next);
    if (view.open !== null) changeView({ open: null });
  }
  function askToDelete(row: RowWithId) {
    setDialog({ kind: 'delete', row, nextKey: findNextKey(model, row.key) });
  }
  function askToDeleteSelected() {
    const chosen = inTableOrder(instances.rows, model);
    const [first] = chosen;
    if (first !== undefined && chosen.length === 1) askToDelete(first);
    else setDialog({ kind: 'bulk', rows: chosen, hiddenKeys: model.hiddenKeys });
  }
  function refresh() {
    void refreshConfig();
    for (const { query } of lists) void query.refetch();
  }
  const openAdd = policy.readOnly === null ? () => setDialog({ kind: 'add' }) : null;
  const chooseDatabases = () => setDialog({ kind: 'databases' });
  const onRefresh = lists.length > 0 ? refresh : null;

  return (
    <>
      <Heading title={title} instances={instances} model={model} onRefresh={refresh} onAdd={openAdd} />
      <Suspense fallback={null}>
        {byRow.size > 0 && (
          <ComputeOutcomeAlerts instances={instances} onRefresh={onRefresh} onDeleteAgain={askToDelete} />
        )}
      </Suspense>
      {policy.readOnly !== null && <ReadOnlyLine reason={policy.readOnly.reason} />}
      {isLogUnavailable && (
        <div className="mb-3">
          <Notice tone="danger" title={cantStoreSentence}>
            Allow site data for this address, or use a different browser, then reload.
          </Notice>
        </div>
      )}
      <ListProblems lists={lists} onAdd={openAdd} onChooseDatabases={chooseDatabases} />
      {(rows.length > 0 || isLoading) && <SummaryStrip rows={rows} />}
      {(rows.length > 0 || isLoading || hasListPerDatabase(instancesPath)) && (
        <Toolbar
          instances={instances}
          onChooseDatabases={chooseDatabases}
          onSelectFromList={mayDeleteHere ? () => setDialog({ kind: 'select' }) : null}
        />
      )}
      {rows.length > 0 ? (
        <div
          // On a phone, the selection's bar would cover the pager.
          className={`rounded-card border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0 ${model.selected.size > 0 ? 'max-md:mb-28' : ''}`}
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
            <NoMatches instances={instances} model={model} />
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
            onRefresh={onRefresh}
            onDelete={askToDelete}
          />
        )}
      </Suspense>
    </>
  );
}

/** Rows that the table doesn't show are last. */
function inTableOrder(rows: readonly InstanceRow[], { matchingRows, selected, hiddenKeys }: TableModel) {
  const shown = matchingRows.filter(({ id }) => selected.has(id)).map(({ original }) => original);
  return [...shown, ...rows.filter(({ key }) => hiddenKeys.has(key))].filter(hasId);
}

function findNextKey({ matchingRows }: TableModel, key: string): string | null {
  const index = matchingRows.findIndex(({ id }) => id === key);
  return (matchingRows[index + 1] ?? matchingRows[index - 1])?.id ?? null;
}

type HeadingProps = {
  title: string;
  instances: Instances;
  model: TableModel;
  onRefresh: () => void;
  /** Null while the console is read-only. */
  onAdd: (() => void) | null;
};

function Heading({ title, instances: { rows, lists }, model, onRefresh, onAdd }: HeadingProps) {
  const { workspace } = useSession();
  const { instancesPath } = useConfig();
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
          <Button onClick={onRefresh}>Refresh</Button>
          <ExportMenu save={save} disabled={rows.length === 0} />
          {onAdd !== null && (
            <Button variant={instancesPath === null ? 'primary' : 'plain'} onClick={onAdd}>
              Add instances
            </Button>
          )}
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
      <span>{readOnlySentence}</span>
      {reason !== '' && <q className="min-w-0 wrap-anywhere">{reason}</q>}
    </p>
  );
}

function NoMatches({ instances, model }: { instances: Instances; model: TableModel }) {
  const [view, changeView] = useTableView();
  return (
    <EmptyState
      icon={SearchX}
      title="No matching instances."
      action={
        <>
          <Button onClick={() => changeView({ ...noFilters })}>
            {view.search.trim() === '' ? 'Clear filters' : 'Clear search'}
          </Button>
          <Suspense fallback={null}>
            {view.search.trim() !== '' && (
              <InstancesInSearchNotice text={view.search} instances={instances} model={model} />
            )}
          </Suspense>
        </>
      }
    />
  );
}

function NoRows({ instances, onAdd }: { instances: Instances; onAdd: (() => void) | null }) {
  const { isLoading, lists, deletedCount } = instances;
  const { instancesPath } = useConfig();
  const hasFailed = lists.some(({ query }) => query.data === undefined && query.error !== null);
  if (isLoading || hasFailed) return <LoadingTable isFailed={hasFailed && !isLoading} />;
  const sentence =
    instancesPath === null
      ? "This service can't list instances. Add yours by database and ID. They're kept in this browser."
      : deletedCount === 0
        ? 'This workspace has no instances.'
        : `This workspace has no instances. ${formatCount(deletedCount, 'deleted record')} not shown.`;
  return (
    <EmptyState
      icon={Server}
      title={<span>{sentence}</span>}
      action={
        onAdd !== null && (
          <Button variant={instancesPath === null ? 'primary' : 'plain'} onClick={onAdd}>
            {instancesPath === null ? 'Add your first instance' : 'Add an instance by hand'}
          </Button>
        )
      }
    />
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

function LoadingTable({ isFailed }: { isFailed: boolean }) {
  return (
    <div
      aria-busy={!isFailed}
      className={`rounded-card border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0 ${isFailed ? 'opacity-50' : ''}`}
    >
      {!isFailed && <span className="sr-only">Loading instances…</span>}
      <div className="h-11 border-b border-line" />
      <div className="h-8.5 border-b border-line" />
      {skeletonRows.map((key) => (
        <div
          key={key}
          className="flex h-11 items-center gap-8 border-b border-line px-4 last:border-b-0 max-md:h-15"
        >
          <Skeleton className="h-3.5 w-1/4 max-md:w-1/2" />
          <Skeleton className="h-3 w-1/12 max-md:hidden" />
          <Skeleton className="h-3 w-1/12 max-md:hidden" />
          <Skeleton className="h-3 w-1/8 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
