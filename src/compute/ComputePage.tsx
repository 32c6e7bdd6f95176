import { SearchX, Server } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { toBidiIsolatedText } from '../format/text.ts';
import { formatInstant, formatTimeOfDay } from '../format/time.ts';
import { paths } from '../paths.ts';
import { cantReadLogSentence, readOnlySentence } from '../rules/mayDelete.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button, getButtonClass } from '../ui/Button.tsx';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { Notice } from '../ui/notices.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { EmptyState, ListWarnings, PageHeading, QueryFailure } from '../ui/states.tsx';
import { Filters } from './Filters.tsx';
import { InstanceTable } from './InstanceTable.tsx';
import { type RowWithId, toCells } from './instanceRow.ts';
import type { InstanceListQuery } from './listCheck.ts';
import { hasFacets, useClearFilters, useTableView } from './tableView.ts';
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
      {policy.readOnly !== null && (
        <div className="mb-3">
          <Notice tone="notice" title={readOnlySentence(policy.readOnly.reason)} />
        </div>
      )}
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
  const add = { label: 'Add instances…', onClick: () => changeView({ open: 'add' }) };
  const select = {
    label: 'Select from list…',
    onClick: () => changeView({ open: 'select' }),
    isPhoneOnly: true,
  };
  function exportCsv() {
    void saveFile(['instances', workspace], async () => {
      const { toCsv } = await import('../rules/csv.ts');
      return toCsv(toCells(table.matchingRows));
    });
  }
  return (
    <PageHeading
      title={title}
      subtitle={times.length > 0 && `Updated ${formatTimeOfDay(Math.min(...times))}`}
      onRefresh={refresh}
      actions={[
        ...(hasActions ? [select] : []),
        { label: 'Export CSV', onClick: rows.length > 0 ? exportCsv : null },
        ...(policy.readOnly === null ? [add] : []),
      ]}
    />
  );
}

/** What couldn't be read, in the place of the rows or above them. One line for each reason, such as being offline. */
function ListProblems() {
  const { lists, rows, isLogUnavailable, failure } = useCompute().instances;
  const errors = [failure, ...lists.map(({ query }) => query.error)].filter((error) => error !== null);
  const reasons = new Map(errors.map((error) => [error.message, error]));
  const unreadable = lists.flatMap(({ query }) => query.data?.unreadable ?? []);
  return (
    <>
      {[...reasons.values()].map((error) => (
        <Failure
          key={error.message}
          error={error}
          hasNoLog={isLogUnavailable && error.message === failure?.message}
          lists={lists.filter(({ query }) => query.error?.message === error.message)}
        />
      ))}
      <ListWarnings
        isComplete={lists.every(({ query }) => query.data?.isComplete !== false)}
        unreadable={unreadable}
        readableCount={rows.length}
        noun="record"
      />
    </>
  );
}

type FailureProps = { error: Error; hasNoLog: boolean; lists: readonly InstanceListQuery[] };

function Failure({ error, hasNoLog, lists }: FailureProps) {
  const refetch = useRefreshAll();
  const names = lists.map(({ databaseName }) => toBidiIsolatedText(databaseName ?? 'The list')).join(', ');
  const times = lists.map(({ query }) => query.dataUpdatedAt).filter((time) => time > 0);
  const sentences = [
    hasNoLog ? cantReadLogSentence : '',
    names === '' ? '' : `${names} couldn't be loaded.`,
    times.length > 0 ? `What is shown is of ${formatInstant(Math.min(...times))}.` : '',
  ];
  const title = sentences.filter(Boolean).join(' ') || "A part of the list couldn't be loaded.";
  const isFetching = lists.some(({ query }) => query.isFetching);
  const data = !hasNoLog && times.length > 0 && times.length === lists.length ? times : undefined;
  return <QueryFailure query={{ data, error, isFetching, refetch }} title={title} />;
}

function NoMatches() {
  const [view] = useTableView();
  const { workspace } = useSession();
  const clearFilters = useClearFilters();
  const search = view.search.trim();
  const query = new URLSearchParams({ q: search.slice(0, 300) });
  return (
    <EmptyState
      icon={SearchX}
      title="No matching instances."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={clearFilters}>{hasFacets(view) ? 'Clear filters' : 'Clear search'}</Button>
          {search !== '' && (
            <Link to={`${paths.screen('activity', workspace)}?${query}`} className={getButtonClass('quiet')}>
              Was it deleted?
            </Link>
          )}
        </div>
      }
    />
  );
}

function NoRows() {
  const { isLoading, isLogUnavailable, lists } = useCompute().instances;
  const { instancesPath, policy } = useConfig();
  const [, changeView] = useTableView();
  if (isLoading)
    return (
      <div aria-busy>
        <span className="sr-only">Loading instances…</span>
        <i className="skeleton h-132 rounded-card" />
      </div>
    );
  // What couldn't be read, or wasn't sent, may be instances.
  const isWhole = ({ query: { data } }: InstanceListQuery) =>
    data?.isComplete && data.unreadable.length === 0;
  if (isLogUnavailable || !lists.every(isWhole)) return null;
  return (
    <EmptyState
      icon={Server}
      title={
        instancesPath === null
          ? "This service can't list instances. Add yours by database and ID, for all admins of this workspace."
          : 'This workspace has no instances.'
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {hasListPerDatabase(instancesPath) && (
            <Button onClick={() => changeView({ open: 'databases' })}>Edit databases…</Button>
          )}
          {policy.readOnly === null && (
            <Button onClick={() => changeView({ open: 'add' })}>Add instances…</Button>
          )}
        </div>
      }
    />
  );
}
