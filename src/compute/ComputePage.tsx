import { useQueryClient } from '@tanstack/react-query';
import { SearchX, Server } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { hasListPerDatabase, type InstanceListState } from '../api/computeInstances.ts';
import { refreshLog } from '../api/deletions.ts';
import { toBidiIsolatedText } from '../format/text.ts';
import { formatTimeOfDay } from '../format/time.ts';
import { paths } from '../paths.ts';
import { type Deletion, removesRow } from '../rules/deletion.ts';
import { cantReadLogSentence, readOnlySentence } from '../rules/instanceRefusal.ts';
import { useConfig, useSession } from '../session/pageData.ts';
import { Button, getButtonClass } from '../ui/Button.tsx';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { Notice } from '../ui/notices.tsx';
import { saveCsv } from '../ui/saveCsv.ts';
import { EmptyState, ListWarnings, Loading, PageHeading, QueryFailure } from '../ui/states.tsx';
import { Filters } from './Filters.tsx';
import { InstanceTable } from './InstanceTable.tsx';
import { type RowWithId, toCsvRows } from './instanceRow.ts';
import { InstancesContext, useInstances, useInstancesState, useRefreshAll } from './useInstances.ts';
import { InstanceTableContext, useInstanceTable, useInstanceTableState } from './useInstanceTable.ts';

const ComputeDialogs = lazy(async () => ({ default: (await import('./ComputeDialogs.tsx')).ComputeDialogs }));
const DeleteDialog = lazy(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog }));
const DeletionAlerts = lazy(async () => ({
  default: (await import('./DeletionAlerts.tsx')).DeletionAlerts,
}));

/** `SignedIn` renders a new page for a different workspace or person, so no delete dialog passes to it. */
export function ComputePage({ title }: { title: string }) {
  const instances = useInstancesState();
  const { rows, isLoading } = instances;
  const table = useInstanceTableState(instances);
  const { policy } = useConfig();
  const [toDelete, setToDelete] = useState<readonly RowWithId[]>([]);
  const { workspace } = useSession();
  const client = useQueryClient();

  function askToDelete(rows: readonly RowWithId[]) {
    setToDelete(rows);
    // A colleague may have deleted one of them since the log was read. The dialog is drawn first.
    setTimeout(() => void refreshLog(client, workspace), 100);
  }
  function closeDialog(deletion: Deletion | null) {
    const [row] = toDelete;
    if (row?.key === table.view.details && removesRow(deletion?.items[0]?.stage))
      table.changeView({ details: null });
    setToDelete([]);
  }

  return (
    <InstancesContext value={{ ...instances, askToDelete }}>
      <InstanceTableContext value={table}>
        <ComputeHeading title={title} />
        <LateBoundary>{!isLoading && <DeletionAlerts />}</LateBoundary>
        {policy.readOnly !== null && (
          <div className="mb-3">
            <Notice tone="info" title={readOnlySentence(policy.readOnly.reason)} />
          </div>
        )}
        <ListProblems />
        {(rows.length > 0 || isLoading) && <Filters />}
        {rows.length === 0 ? (
          <NoRows />
        ) : table.matchingRows.length === 0 ? (
          <NoMatches />
        ) : (
          // On a phone, the tools of a selection are fixed below.
          <div className="panel wide-panel max-md:mb-(--selection-bar) print:mx-0">
            <InstanceTable />
          </div>
        )}
        <LateBoundary>
          {!isLoading && (
            <>
              <DeleteDialog rows={toDelete} onClose={closeDialog} />
              <ComputeDialogs />
            </>
          )}
        </LateBoundary>
      </InstanceTableContext>
    </InstancesContext>
  );
}

function ComputeHeading({ title }: { title: string }) {
  const { rows, lists } = useInstances();
  const { matchingRows } = useInstanceTable();
  const { workspace } = useSession();
  const refresh = useRefreshAll();
  const times = lists.flatMap(({ query: { data } }) => data?.servedAt ?? []);
  return (
    <PageHeading
      title={title}
      subtitle={times.length > 0 && `Updated ${formatTimeOfDay(Math.min(...times))}`}
      onRefresh={refresh}
    >
      <Button
        disabled={rows.length === 0}
        onClick={() => void saveCsv(`instances-${workspace}.csv`, toCsvRows(matchingRows))}
      >
        Export CSV
      </Button>
      <AddButton />
    </PageHeading>
  );
}

function AddButton() {
  const { changeView } = useInstanceTable();
  const { policy } = useConfig();
  return (
    policy.readOnly === null && <Button onClick={() => changeView({ open: 'add' })}>Add instances…</Button>
  );
}

/** One line per reason, because several lists can fail for one, such as being offline. */
function ListProblems() {
  const { lists, failure } = useInstances();
  const errors = [failure, ...lists.map(({ query }) => query.error)].filter((error) => error !== null);
  const reasons = new Map(errors.map((error) => [error.message, error]));
  const unreadable = lists.flatMap(({ query }) => query.data?.unreadable ?? []);
  return (
    <>
      {[...reasons.values()].map((error) => (
        <Failure key={error.message} error={error} />
      ))}
      <ListWarnings
        isComplete={lists.every(({ query }) => query.data?.isComplete !== false)}
        unreadable={unreadable}
      />
    </>
  );
}

function Failure({ error }: { error: Error }) {
  const { lists, isLogUnavailable, logError } = useInstances();
  const refetch = useRefreshAll();
  const failed = lists.filter(({ query }) => query.error?.message === error.message);
  const isOfLog = logError?.message === error.message;
  const hasNoLog = isOfLog && isLogUnavailable;
  const isWhole = failed.every(({ query }) => query.data);
  const names = failed.map(({ databaseName }) => toBidiIsolatedText(databaseName ?? 'The list')).join(', ');
  const sentences = [
    isOfLog && (hasNoLog ? cantReadLogSentence : "The deletion log couldn't be read again."),
    names && `${names} couldn't be loaded${isWhole ? ' again' : ''}.`,
  ];
  const title = sentences.filter(Boolean).join(' ') || "A part of the list couldn't be loaded.";
  const isFetching = failed.some(({ query }) => query.isFetching);
  const data = !hasNoLog && (isOfLog || names) && isWhole ? lists : undefined;
  return <QueryFailure query={{ data, error, isFetching, refetch }} title={title} />;
}

function NoMatches() {
  const { view, pressedCount, clearFilters } = useInstanceTable();
  const { workspace } = useSession();
  const { hasAllLists } = useInstances();
  const search = view.search.trim();
  const query = new URLSearchParams({ q: search.slice(0, 300) });
  return (
    <EmptyState
      icon={SearchX}
      title={`No matching instances${hasAllLists ? '' : ' so far'}.`}
      action={
        <>
          <Button onClick={clearFilters}>{pressedCount > 0 ? 'Clear filters' : 'Clear search'}</Button>
          {search !== '' && pressedCount === 0 && hasAllLists && (
            <Link to={`${paths.screen('activity', workspace)}?${query}`} className={getButtonClass('quiet')}>
              Was it deleted?
            </Link>
          )}
        </>
      }
    />
  );
}

function NoRows() {
  const { isLoading, failure, lists } = useInstances();
  const { changeView } = useInstanceTable();
  const { instancesPath } = useConfig();
  if (isLoading) return <Loading subject="instances" />;
  // Records that are unreadable or missing may be instances.
  const isWhole = ({ query: { data } }: InstanceListState) =>
    data?.isComplete && data.unreadable.length === 0;
  const editButton = hasListPerDatabase(instancesPath) && (
    <Button onClick={() => changeView({ open: 'databases' })}>Edit databases…</Button>
  );
  if (failure !== null || !lists.every(isWhole)) return editButton;
  return (
    <EmptyState
      icon={Server}
      title={
        instancesPath === null
          ? "This service can't list instances. Add yours by database and ID, for all admins of this workspace."
          : 'No instances are listed.'
      }
      action={
        <>
          {editButton}
          <AddButton />
        </>
      }
    />
  );
}
