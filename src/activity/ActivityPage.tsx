import {
  debounce,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { useRef } from 'react';
import { toCsvUrl } from '../api/deletions.ts';
import { stageDisplay } from '../compute/outcomes.ts';
import { useRefreshAll } from '../compute/useInstances.ts';
import { toBidiIsolatedText } from '../format/text.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { DateField, SearchField } from '../ui/fields.tsx';
import { PageHeading } from '../ui/states.tsx';
import { EntryList } from './EntryList.tsx';

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
        actions={[{ label: 'Export CSV', onClick: exportCsv }]}
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
