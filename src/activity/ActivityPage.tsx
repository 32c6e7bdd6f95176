import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ListChecks, SearchX } from 'lucide-react';
import { debounce, parseAsString, useQueryStates } from 'nuqs';
import { useRef, useState } from 'react';
import { activityQuery, type LogQuery, toCsvUrl } from '../api/deletions.ts';
import { DeleteDialog } from '../compute/DeleteDialog.tsx';
import type { RowWithId } from '../compute/instanceRow.ts';
import { isDismissable, stageDisplay } from '../compute/outcomes.ts';
import { toastResult } from '../compute/resultToasts.ts';
import { InstancesContext, useInstancesState, useRefreshAll } from '../compute/useInstances.ts';
import { formatCount, toBidiIsolatedText } from '../format/text.ts';
import { formatRelativeDay, isDateOnly, parseInstant } from '../format/time.ts';
import { type Deletion, type OutcomeCode, outcomeCodes } from '../rules/deletion.ts';
import { cantReadLogSentence } from '../rules/instanceRefusal.ts';
import { useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { useServerMinute } from '../ui/DateText.tsx';
import { DateFields, SearchField } from '../ui/filterFields.tsx';
import { Notice } from '../ui/notices.tsx';
import { EmptyState, Loading, PageHeading, QueryFailure } from '../ui/states.tsx';
import { ActivityEntry } from './ActivityEntry.tsx';

const filterableResults = ['unknown', 'mismatch', 'refused'] as const;

const text = parseAsString.withDefault('');

const viewParsers = {
  search: text.withOptions({ limitUrlUpdates: debounce(300) }),
  from: text,
  to: text,
  result: text,
  mine: text,
  deletion: parseAsString,
};

/** A long text could make a URL that servers refuse. */
const maxSearchLength = 300;

export function ActivityPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const refresh = useRefreshAll();
  const [view, changeView] = useQueryStates(viewParsers, { urlKeys: { search: 'q' } });
  const searchInput = useRef<HTMLInputElement>(null);
  const { deletion, ...texts } = view;
  const { search, from, to, mine } = texts;
  const results = outcomeCodes.filter((each) => texts.result.split(',').includes(each));
  const filter = {
    ...texts,
    mine: mine && '1',
    from: readDay(from),
    to: readDay(to),
    result: results.join(),
  };

  /** Closes the open entry, because it may not match. */
  function changeFilter(change: { [Key in keyof typeof view]?: string | null }) {
    void changeView({ ...change, deletion: null });
  }
  /** The server writes the file, because it has everything that matches. */
  function exportCsv() {
    const href = toCsvUrl(workspace, filter);
    Object.assign(document.createElement('a'), { href, download: '' }).click();
  }
  function toggleResult(result: OutcomeCode) {
    const without = results.filter((each) => each !== result);
    changeFilter({ result: (results.includes(result) ? without : [...results, result]).join() });
  }
  function clearFilters() {
    searchInput.current?.focus();
    void changeView(null);
  }
  return (
    <>
      <PageHeading
        title={title}
        subtitle={`Deletions in ${toBidiIsolatedText(workspace)}, by all admins`}
        onRefresh={refresh}
      >
        <Button onClick={exportCsv}>Export CSV</Button>
      </PageHeading>
      <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
        <div className="w-64 max-sm:w-full">
          <SearchField
            aria-label="Search deletions"
            placeholder="Name, ID, person, reason…"
            value={search}
            maxLength={maxSearchLength}
            onChange={({ target }) => changeFilter({ search: target.value })}
            ref={searchInput}
          />
        </div>
        <DateFields from={from} to={to} onChange={changeFilter} />
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
        <Button
          size="small"
          aria-pressed={mine !== ''}
          onClick={() => changeFilter({ mine: mine === '' ? '1' : '' })}
        >
          Only mine
        </Button>
        {hasFilters(filter) && (
          <Button variant="quiet" size="small" onClick={clearFilters}>
            {hasFilters({ ...filter, search: '' }) ? 'Clear filters' : 'Clear search'}
          </Button>
        )}
      </div>
      <EntryList filter={filter} openId={deletion} onOpen={(id) => void changeView({ deletion: id })} />
    </>
  );
}

/** A day that can't be read is no limit. */
function readDay(text: string): string {
  return isDateOnly(text) && parseInstant(text) !== null ? text : '';
}

type ListProps = {
  filter: LogQuery;
  openId: string | null;
  onOpen: (id: string | null) => void;
};

function EntryList({ filter, openId, onOpen }: ListProps) {
  const { workspace } = useSession();
  const query = useInfiniteQuery({
    ...activityQuery(workspace, filter),
    placeholderData: keepPreviousData,
  });
  // A linked entry may be older than the first page, or hidden by a filter.
  const linked = useInfiniteQuery({
    ...activityQuery(workspace, { id: openId ?? '' }),
    enabled: openId !== null,
  });
  const instances = useInstancesState();
  const [toDelete, askToDelete] = useState<readonly RowWithId[]>([]);
  const now = useServerMinute();
  const found = query.data;
  const isFiltered = hasFilters(filter);
  const byId = new Map([...(linked.data ?? []), ...(found ?? [])].map((each) => [each.id, each]));
  const entries = [...byId.values()].sort((a, b) => b.confirmedAt - a.confirmedAt);
  const days = Map.groupBy(entries, ({ confirmedAt }) => formatRelativeDay(confirmedAt, now));

  function closeDialog(deletion: Deletion | null) {
    askToDelete([]);
    if (deletion === null) return;
    onOpen(deletion.id);
    const stage = deletion.items[0]?.stage;
    if (toDelete[0] && stage && isDismissable(stage)) toastResult(workspace, toDelete[0].label, deletion);
  }
  return (
    <InstancesContext value={{ ...instances, askToDelete }}>
      <QueryFailure
        query={query}
        title={found ? "Couldn't refresh the deletion log." : cantReadLogSentence}
      />
      {openId !== null && !linked.isPending && !byId.has(openId) && (
        <div className="mb-3">
          <Notice tone="notice" role="alert" title="The deletion of this address can't be shown." />
        </div>
      )}
      <div role="status">
        {found && found.length > 0 && isFiltered && (
          <span className="sr-only">{`${formatCount(found.length, 'entry', 'entries')} found`}</span>
        )}
        {found?.length === 0 && (
          <EmptyState
            icon={isFiltered ? SearchX : ListChecks}
            title={isFiltered ? 'No deletion matches.' : 'No deletions yet.'}
          />
        )}
      </div>
      {found === undefined && query.error === null && <Loading subject="the deletion log" />}
      {entries.length > 0 && (
        <div className="lines overflow-clip panel">
          {[...days].map(([day, ofDay]) => (
            <section key={day}>
              <h2 className="px-4 pt-2.5 pb-1 text-small font-medium text-muted">{day}</h2>
              <ul className="lines">
                {ofDay.map((deletion) => (
                  <ActivityEntry
                    key={deletion.id}
                    deletion={deletion}
                    isOpen={deletion.id === openId}
                    onToggle={() => onOpen(deletion.id === openId ? null : deletion.id)}
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
      <DeleteDialog rows={toDelete} onClose={closeDialog} />
    </InstancesContext>
  );
}

function hasFilters(filter: LogQuery): boolean {
  return Object.values(filter).some((value) => value !== '');
}
