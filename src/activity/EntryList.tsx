import { ListChecks, SearchX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { nameLocalDay, useToday } from '../format/time.ts';
import { formatCount } from '../format/words.ts';
import { DeleteDialog } from '../instances/delete/DeleteDialog.tsx';
import { toastOutcome } from '../instances/delete/outcomes.ts';
import type { RowWithId } from '../instances/instanceRow.ts';
import { useInstances } from '../instances/useInstances.ts';
import { paths } from '../paths.ts';
import { instanceKey } from '../rules/deletion.ts';
import { cantReadLogSentence } from '../rules/mayDelete.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EmptyState, QueryFailure } from '../ui/states.tsx';
import { ActivityEntry } from './ActivityEntry.tsx';
import type { ActivityLog } from './useActivityLog.ts';

type Props = { log: ActivityLog; onClearFilter: () => void };

export function EntryList({ log, onClearFilter }: Props) {
  const { entries, filter, query, pages } = log;
  const list = useRef<HTMLDivElement>(null);
  const hasFailed = query.error !== null;
  const failure = filter.isOn ? "The deletion log can't be searched." : cantReadLogSentence;
  if (query.data === undefined)
    return (
      <div aria-busy={!hasFailed}>
        <QueryFailure query={query} title={<span>{failure}</span>} />
        {!hasFailed && <span className="sr-only">Loading…</span>}
        <Skeleton className={`h-64 rounded-card ${hasFailed ? 'opacity-50' : ''}`} />
      </div>
    );

  async function showMore() {
    const { length: count } = entries;
    await pages.fetchNextPage();
    // The button may be gone, so the focus goes to the first new entry.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[aria-expanded]') ?? [])];
      (buttons[count] ?? buttons.at(-1))?.focus();
    });
  }
  return (
    <>
      <QueryFailure query={query} title={<span>Couldn't refresh the deletion log.</span>} />
      <div role="status">
        {filter.isOn && entries.length > 0 && (
          <span className="sr-only">{`${formatCount(entries.length, 'entry', 'entries')} found`}</span>
        )}
        {entries.length === 0 && !pages.hasNextPage && <NoEntries log={log} onClearFilter={onClearFilter} />}
      </div>
      <div ref={list}>{entries.length > 0 && <Days log={log} />}</div>
      {pages.isFetchNextPageError && query !== pages && (
        <QueryFailure
          query={{ ...pages, refetch: showMore }}
          title={<span>Couldn't load older entries.</span>}
        />
      )}
      {pages.hasNextPage && (
        <Button variant="quiet" className="mt-2" aria-disabled={pages.isFetchingNextPage} onClick={showMore}>
          Show more
        </Button>
      )}
    </>
  );
}

function NoEntries({ log: { filter }, onClearFilter }: Props) {
  if (!filter.isOn)
    return (
      <EmptyState icon={ListChecks} title="No deletions yet. Each one is stored here before it's sent." />
    );
  const [title, action] =
    filter.search === '' ? ['None of them is yours.', 'Show all'] : ['No deletion matches.', 'Clear search'];
  return (
    <EmptyState icon={SearchX} title={title} action={<Button onClick={onClearFilter}>{action}</Button>} />
  );
}

/** By the reader's own days. Each time is in UTC, like those in tickets. */
function Days({ log: { entries, allDeletions, filter } }: Pick<Props, 'log'>) {
  const { workspace } = useSession();
  const { rowsByKey, lists, refusals } = useInstances();
  const today = useToday();
  const [rowToDelete, setRowToDelete] = useState<RowWithId | null>(null);
  const byInstance = useMemo(
    () =>
      Map.groupBy(
        allDeletions.toSorted((a, b) => b.confirmedAt - a.confirmedAt),
        ({ databaseName, instanceId }) => instanceKey(databaseName, instanceId),
      ),
    [allDeletions],
  );
  const isSearch = filter.search !== '';
  const context = { rowsByKey, lists, refusals, byInstance, isSearch, onDeleteAgain: setRowToDelete };
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      {[...Map.groupBy(entries, ({ at }) => nameLocalDay(at, today))].map(([day, ofDay]) => (
        <section key={day} className="border-t border-line first:border-t-0">
          <h2 className="px-4 pt-2.5 pb-1 text-small font-medium text-muted">{day}</h2>
          <ul>
            {ofDay.map((entry) => (
              <ActivityEntry key={entry.key} entry={entry} context={context} />
            ))}
          </ul>
        </section>
      ))}
      {rowToDelete !== null && (
        <DeleteDialog
          row={rowToDelete}
          current={rowsByKey.get(rowToDelete.key)}
          onClose={(ended) => {
            setRowToDelete(null);
            // Only Compute has the alert that says this.
            if (ended?.stage === 'gone') toastOutcome(ended, paths.screen('activity', workspace));
          }}
          finalFocus={() => document.getElementById('page-heading')}
        />
      )}
    </div>
  );
}
