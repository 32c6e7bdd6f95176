import { useQuery } from '@tanstack/react-query';
import { History as HistoryIcon, SearchX } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import { subscriptionHistoryQuery } from '../api/useSubscriptionHistory.ts';
import { formatCount } from '../format/text.ts';
import { formatDay, useNow } from '../format/time.ts';
import { refreshPageData } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { ExportMenu, type FileFormat, saveFile, saveWithToast } from '../ui/ExportMenu.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { Notice } from '../ui/notices.tsx';
import {
  EmptyState,
  IncompleteNotice,
  PageHeading,
  PrintedFacts,
  QueryView,
  UnreadableItems,
} from '../ui/states.tsx';
import { historyExporters } from './exportHistory.ts';
import {
  filterHistory,
  findSelectedSpan,
  formatRecordCount,
  HistoryFilters,
  LevelOnDay,
  useHistoryView,
} from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import { HistoryTiles } from './HistoryTiles.tsx';
import { deriveHistory, type HistoryEntry, type SubscriptionHistory } from './history.ts';
import { LevelChart } from './LevelChart.tsx';
import { formatLevelName } from './sentences.tsx';

const minuteMs = 60_000;

export function HistoryPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const query = useQuery(subscriptionHistoryQuery(workspace));
  const list = query.data;
  // By the clock of the service, in whole minutes.
  const elapsedMs = Math.max(0, useNow() - query.dataUpdatedAt);
  const now = (list?.servedAt ?? query.dataUpdatedAt) + elapsedMs - (elapsedMs % minuteMs);
  // At 10 000 records, deriving takes about 30 ms, which each second would cost.
  const history = useMemo(
    () => (list === undefined ? null : deriveHistory(list, workspace, now)),
    [list, workspace, now],
  );
  const [view] = useHistoryView();
  const entries = useMemo(() => (history === null ? [] : filterHistory(history, view)), [history, view]);

  async function saveHistory(format: FileFormat) {
    if (history === null) throw new Error('The history has not loaded.');
    const day = new Date(now).toISOString().slice(0, 10);
    const text = historyExporters[format](entries, history, findSelectedSpan(view, history));
    return saveFile(['subscription-history', workspace, day], format, text);
  }

  return (
    <>
      <PageHeading
        title={title}
        subtitle={
          list &&
          history && (
            <span>{`${formatCount(history.entries.length + list.unreadable.length, 'record')} · times in UTC`}</span>
          )
        }
        onRefresh={() => Promise.all([query.refetch(), refreshPageData()])}
        buttons={<ExportMenu save={saveHistory} disabled={entries.length === 0} />}
        menuItems={
          entries.length > 0 && (
            <MenuItem onClick={() => void saveWithToast('csv', saveHistory)}>Export CSV</MenuItem>
          )
        }
      />
      <QueryView query={query} subject="the subscription history" skeleton={<HistorySkeleton />}>
        {({ items, unreadable, isComplete }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
            {!isComplete && <IncompleteNotice />}
            <UnreadableItems
              items={unreadable}
              readableCount={items.length}
              noun="record"
              warning={warning}
            />
            {history !== null && items.length > 0 && <History {...{ history, entries }} />}
            {items.length + unreadable.length === 0 && isComplete && (
              <EmptyState icon={HistoryIcon} title="This workspace has no subscription records." />
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}

const warning = ', so levels, gaps and totals may be wrong';

type HistoryProps = { history: SubscriptionHistory; entries: readonly HistoryEntry[] };

// The page renders each second, but its history changes each minute at most.
const History = memo(function History({ history, entries }: HistoryProps) {
  const [view, changeView] = useHistoryView();
  const filters = useRef<HTMLElement>(null);
  const selected = findSelectedSpan(view, history);
  const undatedCount = history.entries.filter(({ from }) => from === null).length;

  function clearFilters() {
    void changeView({ level: null, from: null, to: null });
    // The button that had the focus disappears.
    filters.current?.querySelector('select')?.focus();
  }

  return (
    <>
      <PrintedFacts
        filters={[
          view.level !== null && formatLevelName(view.level),
          view.from && `from ${formatDay(Date.parse(view.from))}`,
          view.to && `to ${formatDay(Date.parse(view.to))}`,
        ]}
        count={formatRecordCount(entries, history)}
      />
      {undatedCount > 0 && (
        <Notice
          tone="notice"
          title={`${formatCount(undatedCount, 'record')} without a readable start${warning}.`}
        />
      )}
      <HistoryTiles history={history} selected={selected} />
      {history.periods.length > 0 && (
        <section aria-label="Levels over time" className="break-inside-avoid panel px-4.5 pt-4 pb-2.5">
          <LevelOnDay history={history} day={view.on} onChange={changeView} />
          <LevelChart history={history} view={view} selected={selected} />
        </section>
      )}
      <HistoryFilters
        history={history}
        view={view}
        entries={entries}
        onChange={changeView}
        onClear={clearFilters}
        ref={filters}
      />
      {entries.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No matching records."
          action={<Button onClick={clearFilters}>Clear search</Button>}
        />
      ) : (
        <HistoryList history={history} view={view} entries={entries} />
      )}
    </>
  );
});

function HistorySkeleton() {
  return (
    <div className="grid gap-3.5">
      {['h-25', 'h-48', 'mt-11.5 h-60'].map((shape) => (
        <i key={shape} className={`skeleton rounded-card ${shape}`} />
      ))}
    </div>
  );
}
