import './subscription.css';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ServiceList } from '../api/readList.ts';
import { createHistoryQuery, type SubscriptionRecord } from '../api/subscriptionHistory.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { ExportMenu, saveFile } from '../ui/exportFile.tsx';
import { EmptyState, Notice, QueryView, Skeleton } from '../ui/notices.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { formatInstant, formatIsoInZone } from '../ui/time.ts';
import { usePreferences, useZone } from '../ui/usePreferences.ts';
import { formatCount } from '../ui/words.ts';
import { FilterResult, HistoryFilters } from './HistoryFilters.tsx';
import { deriveHistory, type HistoryEntry } from './history.ts';
import { describeFilters, filterHistory, useHistoryView } from './historyView.ts';
import { LevelChart } from './LevelChart.tsx';
import { Summary, Totals } from './Summary.tsx';
import { describeDifferentWorkspace, describeTotalsScope } from './sentences.ts';
import { Timeline, type TimelineHandle } from './Timeline.tsx';
import { computeTotals, summarizeHistory } from './totals.ts';

function useSubscriptionHistory() {
  const { connection, workspaceSlug } = useSession();
  return useQuery(createHistoryQuery(connection, workspaceSlug));
}

export function HistoryPage({ title }: { title: string }) {
  const { workspaceSlug } = useSession();
  const zone = useZone();
  return (
    <>
      <PageHeading title={title} actions={<ZoneToggle />}>
        {`Plan levels of this workspace, newest first. Times are in ${zone === 'UTC' ? 'UTC' : 'your local time'}.`}
      </PageHeading>
      <QueryView
        query={useSubscriptionHistory()}
        subject="the subscription history"
        skeleton={<HistorySkeleton />}
      >
        {(list) =>
          list.items.length + list.unreadable.length === 0 ? (
            <EmptyState title="No subscription yet">This workspace has no subscription records.</EmptyState>
          ) : (
            <History list={list} workspaceSlug={workspaceSlug} />
          )
        }
      </QueryView>
    </>
  );
}

/** Switches the whole console between UTC and local time. */
function ZoneToggle() {
  const { preferences, change } = usePreferences();
  const isUtc = preferences.zone === 'UTC';
  return (
    <Button
      size="small"
      icon={<Clock size={16} aria-hidden="true" />}
      onClick={() => change({ zone: isUtc ? 'local' : 'UTC' })}
    >
      {isUtc ? 'Show local time' : 'Show UTC'}
    </Button>
  );
}

type HistoryProps = { list: ServiceList<SubscriptionRecord>; workspaceSlug: string };

function History({ list: { items, unreadable, clockAheadMs = 0 }, workspaceSlug }: HistoryProps) {
  const zone = useZone();
  const [view, changeView] = useHistoryView();
  const timeline = useRef<TimelineHandle>(null);
  const model = useMemo(() => deriveHistory(items, workspaceSlug), [items, workspaceSlug]);
  const now = useServiceTime(clockAheadMs);
  const summary = useMemo(() => summarizeHistory(model.entries, now), [model, now]);
  const { entries, undatedCount } = useMemo(
    () => filterHistory(model.newestFirst, view, now, zone),
    [model, view, now, zone],
  );
  const { totals, period } = useMemo(
    () => computeTotals(entries, view, now, zone),
    [entries, view, now, zone],
  );
  const [clearCount, setClearCount] = useState(0);

  function clearFilters() {
    void changeView(null);
    setClearCount(clearCount + 1);
  }

  function goTo(entry: HistoryEntry) {
    if (timeline.current?.goTo(entry)) return;
    // The level and state filters hide this record in the list but not in the chart, so clear them.
    flushSync(() => void changeView({ level: null, state: null }));
    timeline.current?.goTo(entry);
  }

  async function saveHistory(format: 'json' | 'csv') {
    const { exportHistory } = await import('./exportHistory.ts');
    const rows = entries.map((entry) => ({ entry, zone, now }));
    const day = formatIsoInZone(now, zone).slice(0, 10);
    return saveFile(['subscription-history', workspaceSlug, day], format, exportHistory[format](rows));
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:block print:space-y-3">
      <p className="hidden print:block">
        {`Workspace ${workspaceSlug}. As of ${formatInstant(now, zone)}. Filters: ${describeFilters(view)}.`}
      </p>
      {clockAheadMs !== 0 && (
        <Notice tone="notice" title="Your clock differs from the service’s">
          <p>
            {`Your computer: ${formatInstant(now + clockAheadMs, zone)}. Service: ${formatInstant(now, zone)}. This page uses the service’s time.`}
          </p>
        </Notice>
      )}
      {model.differentWorkspace !== null && (
        <Notice tone="notice" title="These records name a different workspace">
          <p>{describeDifferentWorkspace(workspaceSlug, model.differentWorkspace)}</p>
        </Notice>
      )}
      <Summary model={model} summary={summary} now={now} />
      {model.span !== null && <LevelChart model={model} view={view} now={now} onSelect={goTo} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <HistoryFilters
          // A new key also empties the date fields, because the admin may have typed text that isn't a valid day.
          key={clearCount}
          model={model}
          view={view}
          onChange={(change) => void changeView(change)}
        />
        <FilterResult
          matchingCount={entries.length}
          totalCount={items.length}
          view={view}
          onClear={clearFilters}
        />
        <ExportMenu save={saveHistory} onPrint={() => globalThis.print()} />
      </div>
      {!model.isServedNewestFirst && (
        <p className="text-small text-muted">
          Sorted by date. The service returned these records in a different order.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem] print:block print:space-y-3">
        <div className="xl:order-2">
          <Totals
            model={model}
            totals={totals}
            scope={describeTotalsScope({ entries, allCount: items.length, period, undatedCount }, zone)}
          />
        </div>
        {entries.length === 0 && items.length > 0 ? (
          <EmptyState
            title="No matching records"
            actions={<Button onClick={clearFilters}>Show all records</Button>}
          />
        ) : (
          <Timeline model={model} entries={entries} now={now} handle={timeline} />
        )}
      </div>
      {unreadable.length > 0 && (
        <Notice tone="notice" title={`${formatCount(unreadable.length, 'record')} couldn’t be read`}>
          <code>{JSON.stringify(unreadable.slice(0, 20)).slice(0, 500)}</code>
        </Notice>
      )}
    </div>
  );
}

/**
 * Returns the current time of the service (ms UTC). Re-renders at each full minute to update the states of the records.
 * @param aheadMs time (ms) that the clock of this computer is ahead of the clock of the service
 */
function useServiceTime(aheadMs: number): number {
  const [localNow, setLocalNow] = useState(Date.now);
  const now = localNow - aheadMs;
  useEffect(() => {
    const timer = setTimeout(() => setLocalNow(Date.now()), minuteMs - (now % minuteMs));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

const minuteMs = 60_000;

function HistorySkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="h-25.5 rounded-lg border border-line bg-surface" />
      <div className="mb-13 h-25.5 rounded-lg border border-line bg-surface" />
      <div className="rounded-lg border border-line bg-surface">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <div key={key} className="flex h-18 items-center gap-6 border-b border-line px-5 last:border-b-0">
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
