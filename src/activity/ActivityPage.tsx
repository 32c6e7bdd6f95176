import { useRef } from 'react';
import { toCsvUrl } from '../api/deletions.ts';
import { stageDisplay } from '../compute/outcomes.ts';
import { useRefreshAll } from '../compute/useInstances.ts';
import { toBidiIsolatedText } from '../format/text.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { DateField, SearchField } from '../ui/fields.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { PageHeading } from '../ui/states.tsx';
import {
  filterableResults,
  maxSearchLength,
  noFilters,
  toLogFilter,
  useActivityView,
} from './activityView.ts';
import { EntryList } from './EntryList.tsx';

export function ActivityPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const refresh = useRefreshAll();
  const [view, changeView] = useActivityView();
  const searchInput = useRef<HTMLInputElement>(null);
  const { search, from, to, results, isMine } = view;
  const filter = toLogFilter(view);

  /** The server writes the file, because it has everything that matches. */
  function exportCsv() {
    const link = document.createElement('a');
    link.href = toCsvUrl(workspace, filter);
    link.download = '';
    link.click();
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
            onTextChange={(text) => void changeView({ search: text.slice(0, maxSearchLength) || null })}
            inputRef={searchInput}
          />
        </div>
        <div className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <DateField label="From" value={from} onChange={(day) => void changeView({ from: day })} />
          <DateField label="To" value={to} onChange={(day) => void changeView({ to: day })} />
        </div>
        {filterableResults.map((result) => {
          const isOn = results.includes(result);
          const others = results.filter((each) => each !== result);
          return (
            <Button
              key={result}
              size="small"
              aria-pressed={isOn}
              onClick={() => void changeView({ results: isOn ? others : [...others, result] })}
            >
              {stageDisplay[result].label}
            </Button>
          );
        })}
        <Button
          size="small"
          aria-pressed={isMine}
          onClick={() => void changeView({ isMine: !isMine || null })}
        >
          Only mine
        </Button>
      </div>
      <EntryList filter={filter} onClearFilters={clearFilters} />
    </>
  );
}
