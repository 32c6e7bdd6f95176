import './subscription.css';
import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ServiceList } from '../../api/readList.ts';
import { operations, servicePath } from '../../api/servicePath.ts';
import type { SubscriptionRecord } from '../../api/subscriptionHistory.ts';
import { useCurl, useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Notice, ReadView, Skeleton } from '../../ui/notices.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { formatInstant, isoInZone } from '../../ui/time.ts';
import { useZone, ZoneToggle } from '../../ui/zone.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { deriveHistory } from './history.ts';
import type { HistoryEntry } from './historyEntries.ts';
import { filterHistory, useHistoryView } from './historyView.ts';
import { LevelStrip } from './LevelStrip.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import { Summary, Totals } from './Summary.tsx';
import { coverageSentence, foreignSentence } from './sentences.ts';
import { useHistoryMoment } from './states.ts';
import { Timeline, type TimelineHandle } from './Timeline.tsx';
import { summaryAt, totalsOf } from './totals.ts';
import { useSubscriptionHistory } from './useSubscriptionHistory.ts';

/** A workspace's subscription over time, newest first. */
export function HistoryPage() {
  const { workspaceSlug } = useSession();
  const zone = useZone();
  const read = useSubscriptionHistory();
  const curlOf = useCurl();
  return (
    <>
      <PageHeading title="Subscription history" actions={<ZoneToggle />}>
        {`Levels of this workspace, newest first. All dates are in ${zone === 'UTC' ? 'UTC' : 'local time, with its offset'}.`}
      </PageHeading>
      <ReadView
        read={read}
        what="The subscription history"
        waiting={<Waiting />}
        curl={curlOf('GET', servicePath(operations.listSubscriptionHistory.path, { workspaceSlug }))}
      >
        {(list) =>
          list.items.length + list.unreadable.length === 0 ? (
            <EmptyState title="No subscription yet">
              The service holds no subscription record of this workspace.
            </EmptyState>
          ) : (
            <History list={list} workspaceSlug={workspaceSlug} />
          )
        }
      </ReadView>
    </>
  );
}

type HistoryProps = { list: ServiceList<SubscriptionRecord>; workspaceSlug: string };

/** The history as it stands: summary, strip, filter, totals and timeline. */
function History({ list: { items, unreadable, clockAheadMs = 0 }, workspaceSlug }: HistoryProps) {
  const zone = useZone();
  const [view, changeView] = useHistoryView();
  const timeline = useRef<TimelineHandle>(null);
  const model = useMemo(() => deriveHistory(items, workspaceSlug), [items, workspaceSlug]);
  const now = useHistoryMoment(model.oldest, clockAheadMs);
  const summary = useMemo(() => summaryAt(model.entries, now), [model, now]);
  const { entries, undated } = useMemo(
    () => filterHistory(model.newest, view, now, zone),
    [model, view, now, zone],
  );
  const totals = useMemo(() => totalsOf(entries, view, now, zone), [entries, view, now, zone]);
  const coverage = coverageSentence(
    {
      shown: entries.length,
      all: items.length,
      window: totals.window,
      uncounted: entries.filter((entry) => !entry.counted).length,
      undated,
    },
    zone,
  );
  const shown = { workspaceSlug, zone, view, model, entries, now };

  function goTo(entry: HistoryEntry) {
    if (timeline.current?.goTo(entry)) return;
    flushSync(() => void changeView(null));
    timeline.current?.goTo(entry);
  }

  return (
    <div className="grid max-w-6xl gap-4">
      {!model.servedNewestFirst && (
        <Notice
          tone="info"
          title="The service sent these records in another order; they are shown by their dates."
        />
      )}
      {clockAheadMs !== 0 && (
        <Notice tone="notice" title="The clock of this computer is wrong, or the service’s is">
          <p>
            {`Here it is ${formatInstant(now + clockAheadMs, zone)}, at the service ${formatInstant(now, zone)}. What is current, and how long anything has lasted, goes by the service’s clock.`}
          </p>
        </Notice>
      )}
      {model.recordsName !== null && (
        <Notice tone="notice" title="The records name another workspace">
          <p>{foreignSentence(workspaceSlug, model.recordsName)}</p>
        </Notice>
      )}
      <Summary model={model} summary={summary} now={now} />
      {model.span !== null && (
        <LevelStrip
          model={model}
          now={now}
          onGo={goTo}
          onFilter={({ from, to }) =>
            void changeView({
              from: isoInZone(from, zone).slice(0, 10),
              to: isoInZone(to, zone).slice(0, 10),
            })
          }
        />
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <HistoryFilters model={model} view={view} onChange={(change) => void changeView(change)} />
        <ExportButtons shown={shown} />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="xl:order-2">
          <Totals model={model} totals={totals.totals} coverage={coverage} />
        </div>
        {entries.length === 0 && items.length > 0 ? (
          <EmptyState
            title="No record matches"
            actions={<Button onClick={() => void changeView(null)}>Show all records</Button>}
          />
        ) : (
          <Timeline model={model} entries={entries} now={now} handle={timeline} />
        )}
      </div>
      {unreadable.length > 0 && (
        <Notice tone="notice" title={`${unreadable.length} of the entries could not be read as records`}>
          <code>{JSON.stringify(unreadable.slice(0, 20)).slice(0, 500)}</code>
        </Notice>
      )}
      <PrintSheet shown={shown} coverage={coverage} />
    </div>
  );
}

const lines = ['a', 'b', 'c', 'd', 'e'];

/** As high as what comes: what is true now, the levels over time, and the newest records. */
function Waiting() {
  return (
    <div aria-busy="true" className="grid max-w-6xl gap-4">
      <div className="h-[118px] rounded-lg border border-line bg-surface" />
      <div className="mb-[76px] h-[134px] rounded-lg border border-line bg-surface" />
      <div className="rounded-lg border border-line bg-surface">
        {lines.map((line) => (
          <div
            key={line}
            className="flex h-[72px] items-center gap-6 border-b border-line px-5 last:border-b-0"
          >
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
