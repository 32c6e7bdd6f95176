import { History as HistoryIcon, SearchX } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useMemo, useRef } from 'react';
import { useSubscriptionHistory } from '../api/useSubscriptionHistory.ts';
import { formatCount, formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { formatCsvTime, formatInstant } from '../format/time.ts';
import { refreshPageData, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { DateText, useBrowserNow } from '../ui/DateText.tsx';
import { DateFields } from '../ui/filterFields.tsx';
import { Badge } from '../ui/notices.tsx';
import { saveCsv } from '../ui/saveCsv.ts';
import { EmptyState, ListWarnings, PageHeading, QueryView } from '../ui/states.tsx';
import { HistoryTiles } from './HistoryTiles.tsx';
import {
  deriveHistory,
  formatDurationInDays,
  type HistoryRow,
  historyParams,
  type SubscriptionHistory,
  toHistoryCsvRows,
} from './history.ts';
import { LevelBar } from './LevelBar.tsx';
import { getLevelColor, LevelName } from './levels.tsx';

export function HistoryPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const query = useSubscriptionHistory(workspace);
  const { data: list, dataUpdatedAt } = query;
  const [view] = useQueryStates(historyParams);
  const minute = useBrowserNow(60_000);
  // Memoized, because 10 000 records take longer than a frame. The time goes on from the list's.
  const history = useMemo(
    () => list && deriveHistory(list, list.servedAt + Math.max(0, minute - dataUpdatedAt), view),
    [list, dataUpdatedAt, minute, view],
  );
  const readableCount = list?.items.length ?? 0;
  const recordCount = readableCount + (list?.unreadable.length ?? 0);

  function exportCsv() {
    if (history === undefined) return;
    const { from, to } = history.span;
    const days = [from, to - 1].map((ms) => formatCsvTime(ms).slice(0, 10)).join('-to-');
    void saveCsv(`subscription-history-${workspace}-${days}.csv`, toHistoryCsvRows(history));
  }
  return (
    <>
      <PageHeading
        title={title}
        subtitle={list && `${formatCount(recordCount, 'record')} · times in UTC`}
        onRefresh={() => Promise.all([query.refetch(), refreshPageData()])}
      >
        <Button disabled={readableCount === 0 || history?.rows.length === 0} onClick={exportCsv}>
          Export CSV
        </Button>
      </PageHeading>
      <QueryView query={query} subject="the subscription history">
        {({ unreadable, isComplete }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
            <ListWarnings isComplete={isComplete} unreadable={unreadable} />
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

function HistoryFilters({ history: { rows, entries, levels, days } }: { history: SubscriptionHistory }) {
  const [{ level, from, to }, changeView] = useQueryStates(historyParams);
  const select = useRef<HTMLSelectElement>(null);
  const options = new Set(level === null ? levels : [...levels, level]);
  const recordCount = rows.filter(({ entry }) => entry !== null).length;

  function clearFilters() {
    void changeView(null);
    // The focused button leaves the page.
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
      <DateFields from={from} to={to} onChange={(change) => void changeView(change)} />
      {(level ?? from ?? to) !== null && (
        <div className="flex items-center gap-2">
          <p role="status" className="text-control text-muted">
            {days.isChosen && days.from === days.to ? (
              <span className="text-notice">From is after To.</span>
            ) : (
              <span>{`${formatNumber(recordCount)} of ${formatCount(entries.length, 'record')}`}</span>
            )}
          </p>
          <Button variant="quiet" size="small" onClick={clearFilters}>
            Clear filters
          </Button>
        </div>
      )}
    </search>
  );
}

/** A gap belongs to the item of the record above it, or at the top to the first one. */
function HistoryList({ history }: { history: SubscriptionHistory }) {
  if (history.rows.length === 0) return <EmptyState icon={SearchX} title="No matching records." />;
  const items: HistoryRow[][] = [];
  for (const row of history.rows) {
    const last = items.at(-1);
    const isNext = row.entry !== null && last?.some(({ entry }) => entry !== null);
    if (last === undefined || isNext) items.push([row]);
    else last.push(row);
  }
  return (
    <ol aria-label="Subscription history" className="lines overflow-hidden panel">
      {items.map((item) => (
        <li
          key={keyOf(item[0])}
          aria-current={item.some(({ state }) => state === 'Current') ? 'true' : undefined}
          className="lines [content-visibility:auto] [contain-intrinsic-height:auto_4rem] lg:[contain-intrinsic-height:auto_2.5rem]"
        >
          {item.map((row) => (
            <Line key={keyOf(row)} row={row} history={history} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function keyOf(row: HistoryRow | undefined) {
  return row?.entry?.id ?? row?.from;
}

const lineLook =
  'relative grid break-inside-avoid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 lg:grid-cols-[minmax(0,8.5rem)_18rem_9rem_minmax(0,1fr)_auto]';

function Line({ row, history }: { row: HistoryRow; history: SubscriptionHistory }) {
  const { entry, from, to, state, ms } = row;
  const duration = ms === null ? '' : formatDurationInDays(ms, history.days);
  if (entry === null) {
    const [first, last] = [formatInstant(from ?? 0), to === history.now ? 'now' : formatInstant(to ?? 0)];
    return (
      <div className={`bg-notice-soft text-control text-notice ${lineLook}`}>
        <b className="font-semibold">{history.gapName}</b>
        {/* The heading says that all times are in UTC. */}
        <span className="max-lg:order-1 max-lg:col-span-2">
          {`${first} to ${last}`.replaceAll(' UTC', '')}
        </span>
        <span>{duration}</span>
      </div>
    );
  }
  const isOpen = entry.to === null && entry.problem === null;
  return (
    <div className={`${lineLook} ${state === 'Current' ? 'bg-accent-soft' : ''}`}>
      <i data-color={getLevelColor(entry.level, history)} className="segment absolute inset-y-0 left-0 w-1" />
      <b className="min-w-0 font-semibold">
        <LevelName level={entry.level} />
      </b>
      <span className="flex flex-wrap gap-x-1.5 max-lg:order-1">
        <DateText iso={entry.record.validFrom?.trim() || null} missingText="no start date" />
        <span className="text-faint">to</span>
        <DateText iso={isOpen ? null : entry.record.validTo?.trim() || null} missingText="no end date" />
      </span>
      <span className="max-lg:order-2 max-lg:justify-self-end">{duration}</span>
      <span className="min-w-0 text-control text-notice max-lg:order-3 max-lg:col-span-2">
        {entry.problem}
      </span>
      <span className="flex max-lg:justify-end">
        {state !== null && <Badge tone={state === 'Current' ? 'accent' : 'plain'}>{state}</Badge>}
      </span>
    </div>
  );
}
