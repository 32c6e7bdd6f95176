import { ChevronRight, ListChecks, SearchX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { DeleteDialog } from '../compute/DeleteDialog.tsx';
import { formatInstanceCount, type RowWithId } from '../compute/instanceRow.ts';
import { StageBadge } from '../compute/OutcomeNotice.tsx';
import { formatSegments, getDeletionLabel, toastOutcome, toStageSegments } from '../compute/outcomes.ts';
import { useInstances } from '../compute/useInstances.ts';
import { formatCount } from '../format/text.ts';
import { formatInstantWithLocal, formatRelativeDay, formatTimeOfDay, useToday } from '../format/time.ts';
import { paths } from '../paths.ts';
import { instanceKey } from '../rules/deletion.ts';
import { cantReadLogSentence } from '../rules/mayDelete.ts';
import { useSession } from '../session/useSession.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { EmptyState, QueryFailure } from '../ui/states.tsx';
import { type ActivityLog, type DeleteEntry, type Entry, formatProtectionChange } from './activityLog.ts';
import { type EntryContext, EntryDetails } from './EntryDetails.tsx';

type Props = { log: ActivityLog; onClearFilter: () => void };

export function EntryList({ log, onClearFilter }: Props) {
  const { entries, hasMore, filter, query, pages } = log;
  const list = useRef<HTMLDivElement>(null);
  const hasFailed = query.error !== null;
  const failure = filter.isOn ? "The deletion log can't be searched." : cantReadLogSentence;
  if (query.data === undefined)
    return (
      <div aria-busy={!hasFailed}>
        <QueryFailure query={query} title={failure} />
        {!hasFailed && <span className="sr-only">Loading…</span>}
        <i className={`skeleton h-64 rounded-card ${hasFailed ? 'opacity-50' : ''}`} />
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
      <QueryFailure query={query} title="Couldn't refresh the deletion log." />
      <div role="status">
        {filter.isOn && entries.length > 0 && (
          <span className="sr-only">{`${formatCount(entries.length, 'entry', 'entries')} found`}</span>
        )}
        {entries.length === 0 && !hasMore && <NoEntries log={log} onClearFilter={onClearFilter} />}
      </div>
      <div ref={list}>{entries.length > 0 && <Days log={log} />}</div>
      {query !== pages && (pages.data === undefined || pages.isFetchNextPageError) && (
        <QueryFailure
          query={pages.isFetchNextPageError ? { ...pages, refetch: showMore } : pages}
          title="Couldn't load older entries."
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
  const { rowsByKey, lists } = useInstances();
  const today = useToday();
  const [rowToDelete, setRowToDelete] = useState<RowWithId | null>(null);
  const byInstance = useMemo(
    () =>
      Map.groupBy(
        allDeletions.toSorted((a, b) => b.confirmedAt - a.confirmedAt),
        instanceKey,
      ),
    [allDeletions],
  );
  const isSearch = filter.search !== '';
  const context = { rowsByKey, lists, byInstance, isSearch, onDeleteAgain: setRowToDelete };
  return (
    <div className="overflow-clip panel">
      {[...Map.groupBy(entries, ({ at }) => formatRelativeDay(at, today))].map(([day, ofDay]) => (
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

function ActivityEntry({ entry, context }: { entry: Entry; context: EntryContext }) {
  const { actor: self } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { at, actor, reason } = entry;
  const isDelete = entry.kind === 'delete';
  const subjects = isDelete ? entry.deletions : [entry.protection];
  const [first] = subjects;
  const databases = new Set(subjects.map(({ databaseName }) => databaseName));
  if (first === undefined) return null;
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_fit-content(50%)] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-left text-muted select-text hover:bg-hover xl:grid-cols-[minmax(0,12rem)_minmax(0,7rem)_minmax(0,10rem)_minmax(0,1fr)_13rem_4.5rem]"
      >
        <span className="flex min-w-0 items-center gap-1.5 font-medium text-text">
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={`-ml-1 shrink-0 text-faint ${isOpen ? 'rotate-90' : ''}`}
          />
          {subjects.length > 1 ? (
            <span>{formatInstanceCount(subjects.length)}</span>
          ) : (
            <SafeName name={getDeletionLabel(first)} />
          )}
        </span>
        <span className="min-w-0 max-xl:order-3 max-xl:flex max-xl:flex-wrap max-xl:gap-x-3 max-xl:pl-4.5 xl:contents">
          <span className="min-w-0 truncate">
            {databases.size === 1 ? (
              <SafeName name={first.databaseName} />
            ) : (
              <span>{formatCount(databases.size, 'database')}</span>
            )}
          </span>
          <span className="min-w-0 truncate">
            {actor === self ? <span>You</span> : <SafeName name={actor} />}
          </span>
          <span className="min-w-0 xl:truncate">{reason !== '' && <SafeName name={reason} whole />}</span>
        </span>
        <span className="grid min-w-0 justify-items-start max-xl:order-4 max-xl:justify-items-end">
          {isDelete ? <Result entry={entry} /> : <Badge>{formatProtectionChange(entry)}</Badge>}
          {isDelete && entry.bulk !== null && subjects.length === 1 && (
            <span className="text-small">in a bulk delete</span>
          )}
        </span>
        <time
          dateTime={new Date(at).toISOString()}
          title={formatInstantWithLocal(at)}
          className="text-right whitespace-nowrap max-xl:order-2"
        >
          {formatTimeOfDay(at)}
        </time>
      </button>
      {isOpen && (
        <div className="px-4 pb-3.5 text-control">
          <EntryDetails entry={entry} context={context} />
        </div>
      )}
    </li>
  );
}

function Result({ entry: { deletions } }: { entry: DeleteEntry }) {
  const [first, second] = deletions;
  if (first !== undefined && second === undefined) return <StageBadge deletion={first} />;
  const segments = toStageSegments(deletions);
  const parts = formatSegments(segments).split(/(?<=, )/);
  return (
    <span className="grid w-full gap-1">
      <span aria-hidden="true" className="max-xl:hidden">
        <SegmentedBar label="" segments={segments} height={6} />
      </span>
      <span className="flex flex-wrap gap-x-1 text-small max-xl:justify-end">
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </span>
    </span>
  );
}
