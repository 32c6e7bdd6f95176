import { useQuery } from '@tanstack/react-query';
import { History as HistoryIcon, SearchX } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { ServiceList } from '../api/readList.ts';
import { createHistoryQuery, type SubscriptionRecord } from '../api/subscriptionHistory.ts';
import { formatDay, useNow } from '../format/time.ts';
import { formatCount } from '../format/words.ts';
import { refreshConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { ExportMenu } from '../ui/ExportMenu.tsx';
import { Notice } from '../ui/notices.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { type FileFormat, saveFile } from '../ui/saveFile.ts';
import { EmptyState, IncompleteNotice, QueryView } from '../ui/states.tsx';
import { HistoryFilters, LevelOnDay } from './HistoryFields.tsx';
import { HistoryList } from './HistoryList.tsx';
import { HistoryTiles } from './HistoryTiles.tsx';
import { deriveHistory, type HistoryModel } from './history.ts';
import { historyFormats } from './historyFormats.ts';
import { filterHistory, type HistoryView, isFiltered, useHistoryView } from './historyView.ts';
import { LevelChart } from './LevelChart.tsx';
import { findLevelAt } from './levels.ts';

const minuteMs = 60_000;

export function HistoryPage({ title }: { title: string }) {
  const { connection, workspace } = useSession();
  const query = useQuery(createHistoryQuery(connection, workspace));
  const list = query.data;
  // By the clock of the service, in whole minutes.
  const elapsedMs = Math.max(0, useNow() - query.dataUpdatedAt);
  const now = (list?.servedAt ?? query.dataUpdatedAt) + elapsedMs - (elapsedMs % minuteMs);
  // At 10 000 records, the model takes about 30 ms, which each key in a field would cost.
  const model = useMemo(
    () => (list === undefined ? null : deriveHistory(list, workspace, now)),
    [list, workspace, now],
  );
  const [view] = useHistoryView();

  async function saveHistory(format: FileFormat) {
    if (model === null) throw new Error('The history has not loaded.');
    const text = historyFormats[format](filterHistory(model.entries, view), model);
    const day = new Date(now).toISOString().slice(0, 10);
    return saveFile(['subscription-history', workspace, day], format, text);
  }

  function refresh() {
    void query.refetch();
    void refreshConfig();
  }

  return (
    <>
      <PageHeading
        title={title}
        subtitle={list && <span>{`${formatCount(countRecords(list), 'record')} · times in UTC`}</span>}
        actions={
          <>
            <Button onClick={refresh} aria-disabled={query.isFetching}>
              Refresh
            </Button>
            <ExportMenu save={saveHistory} disabled={model === null} />
          </>
        }
      />
      <QueryView query={query} subject="the subscription history" skeleton={<HistorySkeleton />}>
        {(loaded) => (
          <>
            {!loaded.isComplete && <IncompleteNotice />}
            {model === null || countRecords(loaded) === 0 ? (
              <EmptyState icon={HistoryIcon} title="This workspace has no subscription records." />
            ) : (
              <History model={model} unreadable={loaded.unreadable} />
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

function countRecords({ items, unreadable }: ServiceList<SubscriptionRecord>): number {
  return items.length + unreadable.length;
}

type HistoryProps = { model: HistoryModel; unreadable: readonly unknown[] };

// The page renders each second, but its model changes each minute at most.
const History = memo(function History({ model, unreadable }: HistoryProps) {
  const { workspace } = useSession();
  const [view, changeView] = useHistoryView();
  /** Empties the date fields too, which may contain a text that isn't a day. */
  const [clearCount, setClearCount] = useState(0);
  const entries = filterHistory(model.entries, view);

  function clearFilters() {
    void changeView({ level: null, from: null, to: null });
    setClearCount(clearCount + 1);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {model.differentWorkspace !== null && (
        <Notice tone="notice" title={<SafeName name={model.differentWorkspace} whole />}>
          <span>is the workspace in these records. You opened </span>
          <SafeName name={workspace} whole />
          <span>. Both may mean the same.</span>
        </Notice>
      )}
      <HistoryTiles model={model} />
      {model.segments.length > 0 && (
        <section
          aria-label="Levels over time"
          className="@container rounded-card border border-line bg-surface px-4.5 pt-4 pb-2.5 print:hidden"
        >
          <LevelOnDay model={model} day={view.on} onChange={(on) => void changeView({ on })} />
          <LevelChart model={model} view={view} />
        </section>
      )}
      <HistoryFilters
        key={clearCount}
        model={model}
        view={view}
        count={entries.length}
        onChange={(change) => void changeView(change)}
        onClear={clearFilters}
      />
      {entries.length === 0 && isFiltered(view) && (
        <EmptyState
          icon={SearchX}
          title="No matching records."
          action={<Button onClick={clearFilters}>Show all records</Button>}
        />
      )}
      {entries.length > 0 && (
        <HistoryList
          model={model}
          entries={entries}
          showsGaps={view.level === null}
          marked={findMarkedEntry(model, view)}
        />
      )}
      {unreadable.length > 0 && (
        <Notice
          tone="notice"
          title={<span>{`${formatCount(unreadable.length, 'record')} couldn't be read.`}</span>}
        >
          <code translate="no">{JSON.stringify(unreadable.slice(0, 20)).slice(0, 500)}</code>
        </Notice>
      )}
    </div>
  );
});

function findMarkedEntry(model: HistoryModel, { on }: HistoryView) {
  if (on === null) return null;
  const { kind, entry } = findLevelAt(model, on);
  return kind === 'level' ? { entry, text: `on ${formatDay(on).slice(0, -5)}` } : null;
}

function HistorySkeleton() {
  const card = 'rounded-card border border-line bg-surface px-4';
  return (
    <div className="grid gap-3.5">
      <div className={`grid h-25 grid-cols-3 items-center gap-6 ${card}`}>
        <Skeleton className="h-6 max-w-28" />
        <Skeleton className="h-6 max-w-28" />
        <Skeleton className="h-6 max-w-28" />
      </div>
      <div className={`grid h-48 content-end pb-20 ${card}`}>
        <Skeleton className="h-11" />
      </div>
      <div className={`mt-11.5 ${card}`}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="grid h-10 items-center">
            <Skeleton className="h-4 max-w-80" />
          </div>
        ))}
      </div>
    </div>
  );
}
