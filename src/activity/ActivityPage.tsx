import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { foldText } from '../format/text.ts';
import { dayMs, formatDay } from '../format/time.ts';
import { formatCount, formatNumber } from '../format/words.ts';
import { toEvidenceCsv } from '../instances/delete/evidence.ts';
import { useDeletionLog, useDeletions, useUnresolvedCount } from '../instances/delete/useDeletions.ts';
import { type Deletion, findRunResults, prunableDeletions } from '../rules/deletion.ts';
import { cantStoreSentence } from '../rules/mayDelete.ts';
import { refreshConfig, useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { SearchField } from '../ui/controls.tsx';
import { Notice } from '../ui/notices.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { EmptyState } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { ActivityEntry, type ActivityGroup, type ActivityProps } from './ActivityEntry.tsx';

const searchFrom = 50;
const pageSize = 200;

export function ActivityPage(props: ActivityProps) {
  const { workspace } = useSession();
  const { environment } = useConfig();
  const { deletions, isPending, isUnavailable } = useDeletions();
  const log = useDeletionLog();
  const unresolvedCount = useUnresolvedCount();
  const [search, setSearch] = useState('');
  const [shownCount, setShownCount] = useState(pageSize);
  const entries = toEntries(deletions);
  const found = entries.filter((entry) => matchesSearch(entry, search));
  const clearable = prunableDeletions(deletions, Date.now(), { all: true });

  async function clearOld() {
    if (clearable.length === 0) return;
    try {
      await log.clear(workspace);
      toast({ text: `${formatCount(clearable.length, 'deletion')} cleared` });
    } catch {
      toast({ tone: 'danger', text: "Couldn't clear the deletion log. Reload, then try again." });
    }
  }

  function exportCsv() {
    const exported = found.flatMap(({ deletions: ofEntry }) => ofEntry);
    toast({
      text: 'Saved',
      name: saveFile(['activity', workspace], 'csv', toEvidenceCsv(exported, { workspace, environment })),
    });
  }

  return (
    <>
      <PageHeading
        title="Activity"
        subtitle="Deletions from this browser"
        actions={
          <>
            <Button
              onClick={() => {
                props.onRefresh?.();
                void refreshConfig();
              }}
            >
              Refresh
            </Button>
            <Button aria-disabled={entries.length === 0} onClick={() => entries.length > 0 && exportCsv()}>
              Export CSV
            </Button>
            <Button variant="quiet" aria-disabled={clearable.length === 0} onClick={clearOld}>
              Clear entries older than a day
            </Button>
          </>
        }
      />
      {isUnavailable && <Notice tone="danger" title={cantStoreSentence} />}
      {unresolvedCount > 0 && (
        <div className="mb-3">
          <Notice
            tone="notice"
            title={
              <span>{`${formatCount(unresolvedCount, 'deletion')} ${unresolvedCount === 1 ? 'has' : 'have'} no clear result.`}</span>
            }
            actions={
              props.onRefresh !== null && (
                <Button size="small" onClick={props.onRefresh}>
                  Refresh list
                </Button>
              )
            }
          />
        </div>
      )}
      {entries.length >= searchFrom && (
        <div className="mb-3 max-w-80">
          <SearchField
            label="Search activity"
            placeholder="Name, ID, database, reason…"
            text={search}
            onTextChange={setSearch}
          />
        </div>
      )}
      {isPending && <Skeleton className="h-64 rounded-card" />}
      {!isPending && !isUnavailable && found.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title={
            entries.length === 0
              ? "No deletions yet. Each one is stored here before it's sent."
              : 'No matching deletions.'
          }
        />
      )}
      {found.length > 0 && <Days entries={found.slice(0, shownCount)} {...props} />}
      {found.length > shownCount && (
        <Button variant="quiet" className="mt-2" onClick={() => setShownCount(shownCount + pageSize)}>
          {`Show more (${formatNumber(found.length - shownCount)} left)`}
        </Button>
      )}
    </>
  );
}

/** @param deletions oldest first */
function toEntries(deletions: readonly Deletion[]): ActivityGroup[] {
  return [...Map.groupBy(deletions, ({ bulk, id }) => bulk ?? id)]
    .map(([key, ofEntry]): ActivityGroup => {
      const [first] = ofEntry;
      const isBulk = first?.bulk != null;
      const results = isBulk ? findRunResults(deletions, key) : ofEntry;
      return { key, confirmedAt: first?.confirmedAt ?? 0, isBulk, results, deletions: ofEntry };
    })
    .reverse();
}

function matchesSearch({ deletions }: ActivityGroup, search: string): boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  return deletions.some(({ label, name, target, reason }) => {
    const text = foldText([label, name, target.instanceId, target.databaseName, reason].join(' '));
    return words.every((word) => text.includes(word));
  });
}

function Days({ entries, ...props }: ActivityProps & { entries: readonly ActivityGroup[] }) {
  const days = Map.groupBy(entries, ({ confirmedAt }) => formatDay(confirmedAt));
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="border-t border-line first:border-t-0">
          <h2 className="px-4 pt-2.5 pb-1 text-small font-medium text-muted">{nameDay(day)}</h2>
          <ul>
            {ofDay.map((entry) => (
              <ActivityEntry key={entry.key} entry={entry} {...props} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function nameDay(day: string): string {
  if (day === formatDay(Date.now())) return 'Today';
  return day === formatDay(Date.now() - dayMs) ? 'Yesterday' : day;
}
