import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListChecks, SearchX } from 'lucide-react';
import {
  debounce,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { useRef, useState } from 'react';
import { activityQuery, deletionQuery, type LogFilter, toCsvUrl } from '../api/deletions.ts';
import { DeleteDialog } from '../compute/DeleteDialog.tsx';
import type { RowWithId } from '../compute/instanceRow.ts';
import { stageDisplay } from '../compute/outcomes.ts';
import { useInstances, useRefreshAll } from '../compute/useInstances.ts';
import { formatCount, toBidiIsolatedText } from '../format/text.ts';
import { formatRelativeDay } from '../format/time.ts';
import type { Deletion } from '../rules/deletion.ts';
import { cantReadLogSentence } from '../rules/mayDelete.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { useServerMinute } from '../ui/DateText.tsx';
import { DateField, SearchField } from '../ui/fields.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { EmptyState, PageHeading, QueryFailure } from '../ui/states.tsx';
import { ActivityEntry } from './ActivityEntry.tsx';

/** The results for which Activity has a toggle. */
const filterableResults = ['unknown', 'mismatch', 'refused'] as const;

/** What the list shows, in the URL, so that links, a reload and Back keep it. */
const viewParsers = {
  // Browsers limit frequent changes of the URL.
  search: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
  from: parseAsString,
  to: parseAsString,
  results: parseAsArrayOf(parseAsStringLiteral(filterableResults)).withDefault([]),
  isMine: parseAsBoolean.withDefault(false),
  /** The entry that is open. */
  deletion: parseAsString,
};

const urlKeys = { search: 'q', results: 'result', isMine: 'mine' } as const;

const noFilters = { search: null, from: null, to: null, results: null, isMine: null };

/** A longer text would make a URL that servers refuse. */
const maxSearchLength = 300;

export function ActivityPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const refresh = useRefreshAll();
  const [view, changeView] = useQueryStates(viewParsers, { urlKeys });
  const searchInput = useRef<HTMLInputElement>(null);
  const { deletion, search, ...others } = view;
  const { from, to, results, isMine } = others;
  const filter = { ...others, search: search.trim() };

  /** Closes what is open, because it may not match. */
  function changeFilter(change: Partial<typeof view>) {
    void changeView({ ...change, deletion: null });
  }
  /** The server writes the file, because it has everything that matches. */
  function exportCsv() {
    const link = document.createElement('a');
    link.href = toCsvUrl(workspace, filter);
    link.download = '';
    link.click();
  }
  function toggleResult(result: (typeof filterableResults)[number]) {
    const without = results.filter((each) => each !== result);
    changeFilter({ results: results.includes(result) ? without : [...results, result] });
  }
  function clearFilters() {
    searchInput.current?.focus();
    void changeView(noFilters);
  }
  return (
    <>
      <PageHeading
        title={title}
        subtitle={`Deletions in ${toBidiIsolatedText(workspace)}, by all admins`}
        onRefresh={refresh}
        buttons={<Button onClick={exportCsv}>Export CSV</Button>}
        menuItems={<MenuItem onClick={exportCsv}>Export CSV</MenuItem>}
      />
      <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
        <div className="w-64 max-sm:w-full">
          <SearchField
            label="Search deletions"
            placeholder="Name, ID, person, reason…"
            text={search}
            onTextChange={(text) => changeFilter({ search: text.slice(0, maxSearchLength) })}
            ref={searchInput}
          />
        </div>
        <div className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <DateField label="From" value={from} onChange={(from) => changeFilter({ from })} />
          <DateField label="To" value={to} onChange={(to) => changeFilter({ to })} />
        </div>
        {filterableResults.map((result) => (
          <Button
            key={result}
            size="small"
            aria-pressed={results.includes(result)}
            onClick={() => toggleResult(result)}
          >
            {stageDisplay[result].label}
          </Button>
        ))}
        <Button size="small" aria-pressed={isMine} onClick={() => changeFilter({ isMine: !isMine })}>
          Only mine
        </Button>
      </div>
      <EntryList
        filter={filter}
        openId={deletion}
        onOpen={(id) => void changeView({ deletion: id })}
        onClearFilters={clearFilters}
      />
    </>
  );
}

type ListProps = {
  filter: LogFilter;
  openId: string | null;
  onOpen: (id: string | null) => void;
  onClearFilters: () => void;
};

function EntryList({ filter, openId, onOpen, onClearFilters }: ListProps) {
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
          awayTitle={cantReadLogSentence}
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
    if (deletion !== null) onOpen(deletion.id);
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
      <DeleteDialog rows={rowToDelete ? [rowToDelete] : []} instances={instances} onClose={closeDialog} />
    </>
  );
}

function hasFilters({ search, from, to, results, isMine }: LogFilter): boolean {
  return search !== '' || from !== null || to !== null || results.length > 0 || isMine;
}

function NoEntries({ filter, onClearFilters }: Pick<ListProps, 'filter' | 'onClearFilters'>) {
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
