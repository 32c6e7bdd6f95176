import { lazy, Suspense, useDeferredValue, useMemo, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { isoInZone } from '../../ui/isoInZone.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useZone } from '../../ui/useZone.ts';
import { PrintSheet } from './export/PrintSheet.tsx';
import { TakeAlong } from './export/TakeAlong.tsx';
import type { HistoryEntry } from './rules/HistoryEntry.ts';
import type { Span } from './rules/mergedSpans.ts';
import { runInSlices } from './rules/runInSlices.ts';
import { runToEnd } from './rules/runToEnd.ts';
import { coverageSentence } from './summary/coverageSentence.ts';
import { HistorySummary } from './summary/HistorySummary.tsx';
import { HistoryTotals } from './summary/HistoryTotals.tsx';
import { summaryAt } from './summary/summaryAt.ts';
import { totalsSteps } from './summary/totalsSteps.ts';
import { Timeline, type TimelineHandle } from './timeline/Timeline.tsx';
import { useHistoryMoment } from './useHistoryMoment.ts';
import { filterHistory } from './view/filterHistory.ts';
import type { HistoryDigest } from './view/HistoryDigest.ts';
import { HistoryFilters } from './view/HistoryFilters.tsx';
import { useHistoryView } from './view/useHistoryView.ts';

// The time axis is heavy, and the records can be read before it is there.
const HistoryStrip = lazy(async () => ({ default: (await import('./strip/HistoryStrip.tsx')).HistoryStrip }));

const longHistory = 1000;
const none: readonly HistoryEntry[] = [];
const noSums = { totals: [], window: null };
const everything = { level: null, state: null, from: null, to: null };

type Props = { digest: HistoryDigest; unreadable: readonly unknown[]; workspaceSlug: string };

/** The history as it stands: summary, strip, filter, totals and the line of time. */
export function HistoryContent({ digest, unreadable, workspaceSlug }: Props) {
  const zone = useZone();
  const now = useHistoryMoment(digest.oldest);
  // The router draws a changed address in a transition: choosing stays ahead of a long list.
  const [view, changeView] = useHistoryView();
  const timeline = useRef<TimelineHandle>(null);
  const summary = useMemo(
    () => ({ ...summaryAt(digest.oldest, now), records: digest.entries.length }),
    [digest, now],
  );
  const { entries, undated } = useMemo(
    () => filterHistory(digest.newest, view, now, zone),
    [digest, view, now, zone],
  );
  // The sums of a long history come after its records are in sight.
  const summed = useDeferredValue(entries, entries.length > longHistory ? none : entries);
  const sums = useMemo(() => {
    const steps = totalsSteps(summed, view, now, zone);
    return summed.length > longHistory ? runInSlices(steps) : runToEnd(steps);
  }, [summed, view, now, zone]);
  // Until new sums are there the old ones stand.
  const shownSums = useDeferredValue(sums);

  function coverageOf(some: readonly HistoryEntry[], window: Span | null): string {
    const uncounted = some.reduce((sum, entry) => sum + (entry.counted ? 0 : 1), 0);
    const all = digest.entries.length;
    return coverageSentence({ shown: some.length, all, window, uncounted, undated }, zone);
  }

  const taken = { workspaceSlug, zone, view, digest, entries, now };

  // Its pieces are many, and none of them changes with the filter.
  const strip = useMemo(() => {
    function goTo(entry: HistoryEntry) {
      if (timeline.current?.goTo(entry)) return;
      changeView(everything);
      setTimeout(() => timeline.current?.goTo(entry), 100);
    }
    return (
      <HistoryStrip
        digest={digest}
        now={now}
        onGo={goTo}
        onFilter={({ from, to }) =>
          changeView({ from: isoInZone(from, zone).slice(0, 10), to: isoInZone(to, zone).slice(0, 10) })
        }
      />
    );
  }, [digest, now, zone, changeView]);

  return (
    <div className="grid max-w-6xl gap-4">
      {!digest.servedNewestFirst && (
        <Notice
          tone="info"
          title="The service sent these records in another order; they are shown by their dates."
        />
      )}
      <HistorySummary digest={digest} summary={summary} now={now} />
      {digest.span !== null && (
        <Suspense fallback={<StripWaiting lanes={digest.lanes.count} />}>{strip}</Suspense>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <HistoryFilters digest={digest} view={view} onChange={changeView} />
        <TakeAlong taken={taken} />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="xl:order-2">
          <Suspense
            fallback={<HistoryTotals digest={digest} sums={noSums} coverageOf={() => 'Adding up…'} />}
          >
            <HistoryTotals
              digest={digest}
              sums={shownSums}
              coverageOf={({ window }) => coverageOf(summed, window)}
            />
          </Suspense>
        </div>
        {entries.length === 0 && digest.entries.length > 0 ? (
          <EmptyState
            title="No record matches"
            actions={<Button onClick={() => changeView(everything)}>Show all records</Button>}
          />
        ) : (
          <Timeline digest={digest} entries={entries} now={now} handle={timeline} />
        )}
      </div>
      {unreadable.length > 0 && (
        <Notice tone="notice" title={`${unreadable.length} of the entries could not be read as records`}>
          <code>{JSON.stringify(unreadable.slice(0, 20)).slice(0, 500)}</code>
        </Notice>
      )}
      <PrintSheet
        taken={taken}
        covers={() => coverageOf(entries, runToEnd(totalsSteps(entries, view, now, zone)).window)}
      />
    </div>
  );
}

function StripWaiting({ lanes }: { lanes: number }) {
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3" style={{ height: 106 + 30 * lanes }}>
      <Skeleton className="h-5 w-40" />
    </div>
  );
}
