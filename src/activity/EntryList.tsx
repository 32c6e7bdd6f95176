import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListChecks, SearchX } from 'lucide-react';
import { useState } from 'react';
import { activityQuery, deletionQuery, type LogFilter } from '../api/deletions.ts';
import { DeleteDialog } from '../compute/DeleteDialog.tsx';
import type { RowWithId } from '../compute/instanceRow.ts';
import { toastResult } from '../compute/outcomes.ts';
import { useInstances } from '../compute/useInstances.ts';
import { formatCount } from '../format/text.ts';
import { formatRelativeDay } from '../format/time.ts';
import type { Deletion } from '../rules/deletion.ts';
import { cantReadLogSentence } from '../rules/mayDelete.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { useServerMinute } from '../ui/DateText.tsx';
import { EmptyState, QueryFailure } from '../ui/states.tsx';
import { ActivityEntry } from './ActivityEntry.tsx';

type Props = {
  filter: LogFilter;
  openId: string | null;
  onOpen: (id: string | null) => void;
  onClearFilters: () => void;
};

export function EntryList({ filter, openId, onOpen, onClearFilters }: Props) {
  const { workspace } = useSession();
  const query = useInfiniteQuery(activityQuery(workspace, filter));
  // An entry that a link names may be older than the first page, or hidden by a filter.
  const linked = useQuery({ ...deletionQuery(workspace, openId ?? ''), enabled: openId !== null });
  const instances = useInstances();
  const [clickedId, setClickedId] = useState<string | null>(null);
  const [rowToDelete, setRowToDelete] = useState<RowWithId | null>(null);
  const now = useServerMinute();
  const isFiltered = hasFilters(filter);
  if (query.data === undefined)
    return (
      <div aria-busy={query.error === null}>
        <QueryFailure
          query={query}
          title={isFiltered ? "The deletion log can't be searched." : cantReadLogSentence}
        />
        {query.error === null && <span className="sr-only">Loading…</span>}
        <i className={`skeleton h-64 rounded-card ${query.error === null ? '' : 'opacity-50'}`} />
      </div>
    );
  const found = query.data.pages.flatMap(({ deletions }) => deletions);
  const byId = new Map([...(linked.data ? [linked.data] : []), ...found].map((each) => [each.id, each]));
  const entries = [...byId.values()].sort((a, b) => b.confirmedAt - a.confirmedAt);
  const days = Map.groupBy(entries, ({ confirmedAt }) => formatRelativeDay(confirmedAt, now));

  function toggle(id: string) {
    setClickedId(id);
    onOpen(id === openId ? null : id);
  }
  function closeDialog(deletion: Deletion | null) {
    setRowToDelete(null);
    const stage = deletion?.items[0]?.stage;
    if (deletion === null || stage === 'deleted' || stage === 'accepted') return;
    if (stage === 'gone' && rowToDelete !== null) toastResult(workspace, rowToDelete.label, deletion);
    onOpen(deletion.id);
  }
  return (
    <>
      <QueryFailure query={query} title="Couldn't refresh the deletion log." />
      <div role="status">
        {found.length > 0 && isFiltered && (
          <span className="sr-only">{`${formatCount(found.length, 'entry', 'entries')} found`}</span>
        )}
        {found.length === 0 && <NoEntries filter={filter} onClearFilters={onClearFilters} />}
      </div>
      {entries.length > 0 && (
        <div className="overflow-clip panel">
          {[...days].map(([day, ofDay]) => (
            <section key={day} className="border-t border-line first:border-t-0">
              <h2 className="px-4 pt-2.5 pb-1 text-small font-medium text-muted">{day}</h2>
              <ul>
                {ofDay.map((deletion) => (
                  <ActivityEntry
                    key={deletion.id}
                    deletion={deletion}
                    isOpen={deletion.id === openId}
                    isLinked={deletion.id === openId && deletion.id !== clickedId}
                    instances={instances}
                    onToggle={() => toggle(deletion.id)}
                    onDeleteAgain={setRowToDelete}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {query.hasNextPage && (
        <Button
          variant="quiet"
          className="mt-2"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {rowToDelete !== null && (
        <DeleteDialog
          rows={[rowToDelete]}
          instances={instances}
          onClose={closeDialog}
          finalFocus={() => document.getElementById('page-heading')}
        />
      )}
    </>
  );
}

function hasFilters({ search, from, to, results, isMine }: LogFilter): boolean {
  return search !== '' || from !== null || to !== null || results.length > 0 || isMine;
}

function NoEntries({ filter, onClearFilters }: Pick<Props, 'filter' | 'onClearFilters'>) {
  if (!hasFilters(filter))
    return (
      <EmptyState icon={ListChecks} title="No deletions yet. Each one is stored here before it's sent." />
    );
  const label = hasFilters({ ...filter, search: '' }) ? 'Clear filters' : 'Clear search';
  return (
    <EmptyState
      icon={SearchX}
      title="No deletion matches."
      action={<Button onClick={onClearFilters}>{label}</Button>}
    />
  );
}
