import { SearchX, Server } from 'lucide-react';
import { Link } from 'react-router-dom';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { toBidiIsolatedText } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import { paths } from '../paths.ts';
import { cantReadLogSentence } from '../rules/mayDelete.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button, getButtonClass } from '../ui/Button.tsx';
import { EmptyState, IncompleteNotice, QueryFailure, UnreadableItems } from '../ui/states.tsx';
import type { InstanceListQuery } from './listCheck.ts';
import { hasFacets, noFilters, searchId, useTableView } from './tableView.ts';
import { useRefreshAll } from './useInstances.ts';
import { useCompute } from './useInstanceTable.ts';

/** What couldn't be read, in the place of the rows or above them. One line for each reason, such as being offline. */
export function ListProblems() {
  const { lists, rows, isLogUnavailable, failure } = useCompute().instances;
  const errors = [failure, ...lists.map(({ query }) => query.error)].filter((error) => error !== null);
  const reasons = new Map(errors.map((error) => [error.message, error]));
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
      {lists.some(({ query }) => query.data?.isComplete === false) && <IncompleteNotice />}
      <div className="mb-3 empty:hidden">
        <UnreadableItems
          items={lists.flatMap(({ query }) => query.data?.unreadable ?? [])}
          readableCount={rows.length}
          noun="record"
        />
      </div>
    </>
  );
}

type FailureProps = { error: Error; hasNoLog: boolean; lists: readonly InstanceListQuery[] };

function Failure({ error, hasNoLog, lists }: FailureProps) {
  const refresh = useRefreshAll();
  const missing = lists.filter(({ query }) => query.data === undefined);
  const old = lists.filter(({ query }) => query.data !== undefined);
  const time = formatInstant(Math.min(...old.map(({ query }) => query.dataUpdatedAt)));
  const sentences = [
    hasNoLog && cantReadLogSentence,
    missing.length > 0 && `${joinNames(missing)} couldn't be loaded.`,
    old.length > 0 && `${joinNames(old)} couldn't be refreshed. This is the state of ${time}.`,
  ].filter((sentence) => sentence !== false);
  const isFetching = lists.some(({ query }) => query.isFetching);
  return (
    <QueryFailure
      query={{
        data: hasNoLog || old.length === 0 || missing.length > 0 ? undefined : old,
        // Without its code, by which the shell's line about the database would replace this one.
        error: hasNoLog ? { message: error.message } : error,
        isFetching,
        refetch: refresh,
      }}
      title={
        sentences.length === 0
          ? "A part of the list couldn't be loaded."
          : sentences.map((sentence) => <span key={sentence}>{`${sentence} `}</span>)
      }
    />
  );
}

function joinNames(lists: readonly InstanceListQuery[]): string {
  return lists.map(({ databaseName }) => toBidiIsolatedText(databaseName ?? 'The list')).join(', ');
}

export function NoMatches() {
  const [view, changeView] = useTableView();
  const { workspace } = useSession();
  const search = view.search.trim();
  const query = new URLSearchParams({ q: search.slice(0, 300) });
  function clear() {
    changeView({ ...noFilters });
    document.getElementById(searchId)?.focus();
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No matching instances."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={clear}>{hasFacets(view) ? 'Clear filters' : 'Clear search'}</Button>
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

export function NoRows() {
  const { isLoading, isLogUnavailable, lists } = useCompute().instances;
  const { instancesPath, policy } = useConfig();
  const [, changeView] = useTableView();
  const hasFailed =
    isLogUnavailable || lists.some(({ query }) => query.data === undefined && query.error !== null);
  if (isLoading || hasFailed) return <LoadingTable isFailed={!isLoading} />;
  // What couldn't be read, or wasn't sent, may be instances.
  const isWhole = ({ query: { data } }: InstanceListQuery) =>
    data === undefined || (data.isComplete && data.unreadable.length === 0);
  if (!lists.every(isWhole)) return null;
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

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

function LoadingTable({ isFailed }: { isFailed: boolean }) {
  return (
    <div aria-busy={!isFailed} className={`panel wide-panel ${isFailed ? 'opacity-50' : ''}`}>
      {!isFailed && <span className="sr-only">Loading instances…</span>}
      <div className="h-8.5 border-b border-line" />
      {skeletonRows.map((key) => (
        <div
          key={key}
          className="flex h-11 items-center gap-8 border-b border-line px-4 last:border-b-0 max-md:h-13"
        >
          <i className="skeleton h-3.5 w-1/4 max-md:w-1/2" />
          <i className="skeleton h-3 w-1/12 max-md:hidden" />
          <i className="skeleton h-3 w-1/12 max-md:hidden" />
          <i className="skeleton h-3 w-1/8 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
