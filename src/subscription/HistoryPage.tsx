import { History as HistoryIcon, SearchX } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useSubscriptionHistory } from '../api/useSubscriptionHistory.ts';
import { formatCount, formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { refreshPageData } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { useNow } from '../ui/DateText.tsx';
import { DateField } from '../ui/fields.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { EmptyState, ListWarnings, PageHeading, QueryView } from '../ui/states.tsx';
import { HistoryList } from './HistoryList.tsx';
import { HistoryTiles } from './HistoryTiles.tsx';
import { deriveHistory, type SubscriptionHistory } from './history.ts';
import { exportHistory, getSelectedDays, listRows, useHistoryView } from './historyView.ts';
import { LevelBar } from './LevelBar.tsx';

export function HistoryPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const query = useSubscriptionHistory(workspace);
  const list = query.data;
  const minute = useNow(60_000);
  // By the clock of the service. At 10 000 records, deriving takes about 30 ms.
  const history = useMemo(() => {
    const elapsedMs = list ? Math.max(0, minute - list.receivedAt) : 0;
    return list && deriveHistory(list, (list.servedAt ?? list.receivedAt) + elapsedMs);
  }, [list, minute]);
  const [view] = useHistoryView();
  const readableCount = list?.items.length ?? 0;
  const recordCount = readableCount + (list?.unreadable.length ?? 0);

  function exportCsv() {
    if (history === undefined) return;
    const { text, days } = exportHistory(history, view);
    void saveFile(['subscription-history', workspace, days], () => text);
  }
  return (
    <>
      <PageHeading
        title={title}
        subtitle={list && <span>{`${formatCount(recordCount, 'record')} · times in UTC`}</span>}
        onRefresh={() => Promise.all([query.refetch(), refreshPageData()])}
        actions={[{ label: 'Export CSV', onClick: readableCount > 0 ? exportCsv : null }]}
      />
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
            {history !== undefined && readableCount > 0 && <History history={history} />}
            {recordCount === 0 && isComplete && (
              <EmptyState icon={HistoryIcon} title="This workspace has no subscription records." />
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}

function History({ history }: { history: SubscriptionHistory }) {
  const [view] = useHistoryView();
  const rows = listRows(history, view);
  const selected = getSelectedDays(view, history);
  return (
    <>
      <HistoryTiles history={history} selected={selected} />
      <HistoryFilters history={history} recordCount={rows.filter(({ state }) => state !== 'Gap').length} />
      <LevelBar history={history} selected={selected} />
      {rows.length === 0 ? (
        <EmptyState icon={SearchX} title="No matching records." />
      ) : (
        <HistoryList rows={rows} history={history} selected={selected} />
      )}
    </>
  );
}

function HistoryFilters({ history, recordCount }: { history: SubscriptionHistory; recordCount: number }) {
  const [{ level, from, to }, changeView] = useHistoryView();
  const select = useRef<HTMLSelectElement>(null);
  // The chosen level stays in the list even if no record has it.
  const levels = new Set(level === null ? history.levels : [...history.levels, level]);

  function clearFilters() {
    void changeView({ level: null, from: null, to: null });
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
        {[...levels].map((each) => (
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
        <>
          <p role="status" className="text-control text-muted">
            <span>{`${formatNumber(recordCount)} of ${formatCount(history.entries.length, 'record')}`}</span>
          </p>
          <Button variant="quiet" size="small" onClick={clearFilters}>
            Clear filters
          </Button>
        </>
      )}
    </search>
  );
}
