import { debounce, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { useRef } from 'react';
import { useRefreshAll } from '../compute/useInstances.ts';
import { toBidiIsolatedText } from '../format/text.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { saveFile } from '../ui/ExportMenu.tsx';
import { SearchField } from '../ui/fields.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { PageHeading } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { toActivityCsv, useActivityLog } from './activityLog.ts';
import { EntryList } from './EntryList.tsx';

/** A longer text would make a URL that servers refuse. */
const maxSearchLength = 300;

const filterParsers = {
  // Browsers limit frequent changes of the URL.
  search: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
  mine: parseAsBoolean.withDefault(false),
};

export function ActivityPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const { environment } = useConfig();
  const refresh = useRefreshAll();
  const [{ search: typed, mine: isMine }, setFilter] = useQueryStates(filterParsers, {
    urlKeys: { search: 'q' },
  });
  const searchInput = useRef<HTMLInputElement>(null);
  const search = typed.trim();
  const log = useActivityLog({ search, isMine });
  const { entries, hasMore } = log;

  function exportCsv() {
    if (entries.length === 0) return;
    const remark = hasMore ? 'The log may have more entries than this file.' : null;
    const csv = toActivityCsv(entries, { workspace, environment }, remark);
    toast({ name: saveFile(['activity', workspace], 'csv', csv), text: 'saved' });
  }
  return (
    <>
      <PageHeading
        title={title}
        subtitle={`Deletions of ${toBidiIsolatedText(workspace)} by all admins`}
        onRefresh={refresh}
        buttons={
          <Button aria-disabled={entries.length === 0} onClick={exportCsv}>
            Export CSV
          </Button>
        }
        menuItems={entries.length > 0 && <MenuItem onClick={exportCsv}>Export CSV</MenuItem>}
      >
        <Button aria-pressed={isMine} onClick={() => void setFilter({ mine: !isMine })}>
          Only mine
        </Button>
      </PageHeading>
      {(typed !== '' || entries.length > 0) && (
        <div className="mb-3 sm:max-w-80">
          <SearchField
            label="Search activity"
            placeholder="Name, ID, database, admin, reason…"
            text={typed}
            onTextChange={(text) => void setFilter({ search: text.slice(0, maxSearchLength) })}
            inputRef={searchInput}
          />
        </div>
      )}
      <EntryList
        log={log}
        onClearFilter={() => {
          (searchInput.current ?? document.getElementById('page-heading'))?.focus();
          void setFilter(search === '' ? { mine: null } : { search: null });
        }}
      />
    </>
  );
}
