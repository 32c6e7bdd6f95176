import { useConfig } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState, Skeleton } from '../ui/notices.tsx';
import { useComputeActions } from './computeActions.ts';
import { useHasDatabaseLists } from './DatabasesMenu.tsx';
import { InstanceTable, MissingRowsNotice } from './InstanceTable.tsx';
import { hasWorkspaceListing } from './listings.ts';
import { formatHiddenRecords, TableToolbar } from './TableToolbar.tsx';
import { useTableView } from './tableView.ts';
import { useComputeInstances } from './useInstances.ts';
import { useComputeTable } from './useInstanceTable.ts';

export function ComputeList() {
  const { rows, listQueries, isLoading } = useComputeInstances();
  const { matchingRows } = useComputeTable();
  const hasDatabaseLists = useHasDatabaseLists();
  const hasFailed = listQueries.some(({ query }) => query.error !== null);
  return (
    <div className="grid grid-cols-1 gap-3">
      {(rows.length > 0 || isLoading || hasDatabaseLists) && <TableToolbar />}
      {isLoading && loadingTable}
      <MissingRowsNotice />
      {matchingRows.length > 0 && <InstanceTable />}
      {rows.length > 0 && matchingRows.length === 0 && <NoMatches />}
      {rows.length === 0 && !isLoading && !hasFailed && <NoInstances />}
    </div>
  );
}

function NoMatches() {
  const { listQueries } = useComputeInstances();
  const [view, changeView] = useTableView();
  const loadingDatabases = listQueries.flatMap(({ databaseName, query }) =>
    query.isPending ? [databaseName ?? 'the list'] : [],
  );
  return (
    <EmptyState
      title="No matching instances"
      actions={
        <Button onClick={() => changeView({ search: '', databases: [], status: null })}>
          Clear search and filters
        </Button>
      }
    >
      {view.search.trim() === ''
        ? 'No instances match these filters.'
        : 'Search looks at name, ID, database and host. All words must match.'}
      {loadingDatabases.length > 0 && ` Still loading: ${loadingDatabases.join(', ')}.`}
    </EmptyState>
  );
}

function NoInstances() {
  const { deletedCount } = useComputeInstances();
  const { openAddDialog } = useComputeActions();
  const { instancesPath } = useConfig();
  return (
    <EmptyState
      title="No instances yet"
      actions={
        <Button variant="primary" onClick={openAddDialog}>
          Add instance manually
        </Button>
      }
    >
      {formatEmptyListText(instancesPath)}
      {deletedCount > 0 && ` ${formatHiddenRecords(deletedCount)}.`}
    </EmptyState>
  );
}

function formatEmptyListText(instancesPath: string | null): string {
  if (instancesPath === null)
    return 'This service can’t list instances. Add your instances by database and ID. They’re saved in this browser only.';
  return hasWorkspaceListing(instancesPath)
    ? 'This workspace has no instances. You can add one by ID.'
    : 'No instances in these databases. Add another database, or add an instance by ID.';
}

const skeletonKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function LoadingTable() {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-lg border border-line bg-surface">
      <span className="sr-only">Loading instances…</span>
      <div className="h-9 border-b border-line" />
      {skeletonKeys.map((key) => (
        <div
          key={key}
          className="flex h-10 items-center compact:h-9 gap-6 border-b border-line px-3 last:border-b-0 max-md:h-28"
        >
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-3 w-1/8 max-md:hidden" />
          <Skeleton className="h-3 w-1/6 max-md:hidden" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </div>
  );
}

/** A constant, so that React doesn't render the skeleton again when a list arrives. */
const loadingTable = <LoadingTable />;
