import { Check, SearchX, Server } from 'lucide-react';
import { Suspense } from 'react';
import { formatCount } from '../format/words.ts';
import { useConfig } from '../session/config.ts';
import { Button } from '../ui/Button.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EmptyState } from '../ui/states.tsx';
import { noFilters, searchId, useTableView } from './table/tableView.ts';
import type { TableModel } from './table/useInstanceTable.ts';
import type { Instances } from './useInstances.ts';

const InstancesInSearchNotice = lazyComponent(
  async () => (await import('./select/SelectFromListDialog.tsx')).InstancesInSearchNotice,
);

type NoMatchesProps = {
  instances: Instances;
  model: TableModel;
  /** The last match, if it has just been deleted. */
  deletedLabel: string | null;
};

export function NoMatches({ instances, model, deletedLabel }: NoMatchesProps) {
  const [view, changeView] = useTableView();
  const hasSearch = view.search.trim() !== '';
  function clear() {
    changeView({ ...noFilters });
    document.getElementById(searchId)?.focus();
  }
  return (
    <EmptyState
      icon={deletedLabel === null ? SearchX : Check}
      title={
        deletedLabel === null ? (
          'No matching instances.'
        ) : (
          <>
            <SafeName name={deletedLabel} whole /> was deleted.
          </>
        )
      }
      action={
        <>
          <Button onClick={clear}>{hasSearch ? 'Clear search' : 'Clear filters'}</Button>
          <Suspense fallback={null}>
            {hasSearch && <InstancesInSearchNotice text={view.search} instances={instances} model={model} />}
          </Suspense>
        </>
      }
    />
  );
}

export function NoRows({ instances, onAdd }: { instances: Instances; onAdd: (() => void) | null }) {
  const { isLoading, lists, deletedCount, isLogUnavailable } = instances;
  const { instancesPath } = useConfig();
  const hasFailed =
    isLogUnavailable || lists.some(({ query }) => query.data === undefined && query.error !== null);
  if (isLoading || hasFailed) return <LoadingTable isFailed={hasFailed && !isLoading} />;
  const sentence =
    instancesPath === null
      ? "This service can't list instances. Add yours by database and ID, for all admins of this workspace."
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
      <div className="h-11 border-b border-line max-md:h-9" />
      <div className="h-8.5 border-b border-line" />
      {skeletonRows.map((key) => (
        <div
          key={key}
          className="flex h-11 items-center gap-8 border-b border-line px-4 last:border-b-0 max-md:h-13"
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
