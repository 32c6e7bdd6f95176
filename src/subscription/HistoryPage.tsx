import { History as HistoryIcon, SearchX } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useSubscriptionHistory } from '../api/useSubscriptionHistory.ts';
import { formatCount } from '../format/text.ts';
import { refreshPageData } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { useNow } from '../ui/DateText.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { EmptyState, IncompleteNotice, PageHeading, QueryView, UnreadableItems } from '../ui/states.tsx';
import { formatHistory, listDays } from './exportHistory.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import { HistoryTiles } from './HistoryTiles.tsx';
import { deriveHistory, type SubscriptionHistory } from './history.ts';
import { getSelectedDays, listRows, useHistoryView } from './historyView.ts';
import { LevelBar } from './LevelBar.tsx';

const minuteMs = 60_000;

export function HistoryPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const query = useSubscriptionHistory(workspace);
  const list = query.data;
  // By the clock of the service, in whole minutes.
  const elapsedMs = Math.max(0, useNow() - query.dataUpdatedAt);
  const now = (list?.servedAt ?? query.dataUpdatedAt) + elapsedMs - (elapsedMs % minuteMs);
  // At 10 000 records, deriving takes about 30 ms, which each second would cost.
  const history = useMemo(() => list && deriveHistory(list, now), [list, now]);
  const [view] = useHistoryView();
  const readableCount = list?.items.length ?? 0;
  const recordCount = readableCount + (list?.unreadable.length ?? 0);

  function exportCsv() {
    if (history === undefined) return;
    const selected = getSelectedDays(view, history);
    const [first = '', last] = listDays(selected ?? { from: now, to: now + 1 });
    const days = selected === null ? first : `${first}-to-${last}`;
    void saveFile(['subscription-history', workspace, days], () =>
      formatHistory(listRows(history, view), history, selected),
    );
  }

  return (
    <>
      <PageHeading
        title={title}
        subtitle={list && <span>{`${formatCount(recordCount, 'record')} · times in UTC`}</span>}
        onRefresh={() => Promise.all([query.refetch(), refreshPageData()])}
        buttons={
          <Button disabled={readableCount === 0} onClick={exportCsv}>
            Export CSV
          </Button>
        }
        menuItems={readableCount > 0 && <MenuItem onClick={exportCsv}>Export CSV</MenuItem>}
      />
      <QueryView
        query={query}
        subject="the subscription history"
        skeleton={<i className="skeleton h-100 rounded-card" />}
      >
        {({ unreadable, isComplete }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
            {!isComplete && <IncompleteNotice />}
            <UnreadableItems
              items={unreadable}
              readableCount={readableCount}
              noun="record"
              warning=", so levels and gaps may be wrong"
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

// The page renders each second, but its history changes each minute at most.
const History = memo(function History({ history }: { history: SubscriptionHistory }) {
  const [view] = useHistoryView();
  const rows = useMemo(() => listRows(history, view), [history, view]);
  const selected = getSelectedDays(view, history);
  return (
    <>
      <HistoryTiles history={history} selected={selected} />
      <HistoryFilters history={history} recordCount={rows.filter(({ entry }) => entry !== null).length} />
      <LevelBar history={history} selected={selected} level={view.level} />
      {rows.length === 0 ? (
        <EmptyState icon={SearchX} title="No matching records." />
      ) : (
        <HistoryList rows={rows} history={history} selected={selected} />
      )}
    </>
  );
});
