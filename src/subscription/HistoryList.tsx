import { SearchX } from 'lucide-react';
import { formatInstant } from '../format/time.ts';
import { DateText } from '../ui/DateText.tsx';
import { Badge } from '../ui/notices.tsx';
import { EmptyState } from '../ui/states.tsx';
import { getLevelColor, LevelName } from './HistorySummary.tsx';
import { formatDays, getLineId, type HistoryRow, type SubscriptionHistory } from './history.ts';

type Props = { history: SubscriptionHistory };

/** The list has one item per record. A gap belongs to the newer record, or at the top to the first one. */
export function HistoryList({ history }: Props) {
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
          key={item[0] && getLineId(item[0])}
          aria-current={item.some(({ state }) => state === 'Current') ? 'true' : undefined}
          // The browser lays out a row when it comes near the screen.
          className="lines [content-visibility:auto] [contain-intrinsic-height:auto_4rem] lg:[contain-intrinsic-height:auto_2.5rem]"
        >
          {item.map((row) => (
            <Line key={getLineId(row)} row={row} history={history} />
          ))}
        </li>
      ))}
    </ol>
  );
}

/** The bar moves the focus to a line. */
const lineLook =
  'focus:[outline:2px_solid_var(--color-accent)] -outline-offset-2 relative grid break-inside-avoid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 lg:grid-cols-[minmax(0,8.5rem)_18rem_9rem_minmax(0,1fr)_auto]';

type LineProps = Props & { row: HistoryRow };

function Line({ row, history }: LineProps) {
  const { entry, from, to, state, ms } = row;
  const duration = ms === null ? '' : formatDays(ms, history.days);
  if (entry === null) {
    const [first, last] = [formatInstant(from ?? 0), to === history.now ? 'now' : formatInstant(to ?? 0)];
    return (
      <div
        id={getLineId(row)}
        tabIndex={-1}
        className={`bg-notice-soft text-control text-notice ${lineLook}`}
      >
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
    <div id={entry.id} tabIndex={-1} className={`${lineLook} ${state === 'Current' ? 'bg-accent-soft' : ''}`}>
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
