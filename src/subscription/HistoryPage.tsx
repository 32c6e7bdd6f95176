import { History as HistoryIcon } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useMemo, useRef } from 'react';
import { useSubscriptionHistory } from '../api/useSubscriptionHistory.ts';
import { formatCount, formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { formatTimestamp } from '../format/time.ts';
import { refreshPageData, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { useNow } from '../ui/DateText.tsx';
import { DateField } from '../ui/fields.tsx';
import { saveCsv } from '../ui/saveCsv.ts';
import { EmptyState, ListWarnings, PageHeading, QueryView } from '../ui/states.tsx';
import { HistoryList } from './HistoryList.tsx';
import { HistoryTiles, LevelBar } from './HistorySummary.tsx';
import { deriveHistory, historyParams, type SubscriptionHistory, toHistoryCsv } from './history.ts';

export function HistoryPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const query = useSubscriptionHistory(workspace);
  const list = query.data;
  const [view] = useQueryStates(historyParams);
  const minute = useNow(60_000);
  // By the clock of the service. At 10 000 records, deriving takes about 30 ms.
  const history = useMemo(() => {
    const elapsedMs = list ? Math.max(0, minute - list.receivedAt) : 0;
    return list && deriveHistory(list, (list.servedAt ?? list.receivedAt) + elapsedMs, view);
  }, [list, minute, view]);
  const readableCount = list?.items.length ?? 0;
  const recordCount = readableCount + (list?.unreadable.length ?? 0);

  function exportCsv() {
    if (history === undefined) return;
    const { from, to } = history.span;
    const days = [from, to - 1].map((ms) => formatTimestamp(ms).slice(0, 10)).join('-to-');
    void saveCsv(['subscription-history', workspace, days], () => toHistoryCsv(history));
  }
  return (
    <>
      <PageHeading
        title={title}
        subtitle={list && <span>{`${formatCount(recordCount, 'record')} · times in UTC`}</span>}
        onRefresh={() => Promise.all([query.refetch(), refreshPageData()])}
      >
        <Button disabled={readableCount === 0} onClick={exportCsv}>
          Export CSV
        </Button>
      </PageHeading>
      <QueryView
        query={query}
        subject="the subscription history"
        skeleton={<i className="skeleton h-100 rounded-card" />}
      >
        {({ unreadable, isComplete }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
            <ListWarnings
              isComplete={isComplete}
              unreadable={unreadable}
              readableCount={readableCount}
              noun="record"
              meaning=", so levels and gaps may be wrong"
            />
            {history !== undefined && readableCount > 0 && (
              <>
                <HistoryTiles history={history} />
                <HistoryFilters history={history} />
                <LevelBar history={history} />
                <HistoryList history={history} />
              </>
            )}
            {recordCount === 0 && isComplete && (
              <EmptyState icon={HistoryIcon} title="This workspace has no subscription records." />
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}

function HistoryFilters({ history: { rows, entries, levels } }: { history: SubscriptionHistory }) {
  const [{ level, from, to }, changeView] = useQueryStates(historyParams);
  const select = useRef<HTMLSelectElement>(null);
  // The chosen level stays in the list even if no record has it.
  const options = new Set(level === null ? levels : [...levels, level]);
  const recordCount = rows.filter(({ entry }) => entry !== null).length;

  function clearFilters() {
    void changeView(null);
    // The button that had the focus disappears.
    select.current?.focus();
  }
  return (
    <search aria-label="Filter the history" className="flex flex-wrap items-center gap-2 print:hidden">
      {/* The colon tells the empty level from "All levels". */}
      <select
        ref={select}
        aria-label="Level"
        value={level === null ? '' : `:${level}`}
        onChange={({ target: { value } }) => void changeView({ level: value === '' ? null : value.slice(1) })}
        className="min-h-8 max-w-48 rounded-control border border-line-control bg-surface px-2.5 text-control font-medium hover:bg-hover touch:min-h-10"
      >
        <option value="">All levels</option>
        {[...options].map((each) => (
          <option key={each} value={`:${each}`} translate="no">
            {each === '' ? 'No level' : toBidiIsolatedText(each)}
          </option>
        ))}
      </select>
      <div className="flex gap-2 max-sm:grid max-sm:basis-full max-sm:grid-cols-2">
        <DateField label="From" value={from} onChange={(day) => void changeView({ from: day })} />
        <DateField label="To" value={to} onChange={(day) => void changeView({ to: day })} />
      </div>
      {(level ?? from ?? to) !== null && (
        <div className="flex items-center gap-2">
          <p role="status" className="text-control text-muted">
            <span>{`${formatNumber(recordCount)} of ${formatCount(entries.length, 'record')}`}</span>
          </p>
          <Button variant="quiet" size="small" onClick={clearFilters}>
            Clear filters
          </Button>
        </div>
      )}
    </search>
  );
}
