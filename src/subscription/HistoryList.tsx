import { type EpochMs, formatInstant } from '../format/time.ts';
import { DateText } from '../ui/DateText.tsx';
import { Badge } from '../ui/notices.tsx';
import type { SubscriptionHistory, TimeSpan } from './history.ts';
import { formatDays, type HistoryRow, nameGap } from './historyView.ts';
import { getLevelColor, LevelName } from './LevelBar.tsx';

type Props = { rows: readonly HistoryRow[]; history: SubscriptionHistory; selected: TimeSpan | null };

export function HistoryList({ rows, history, selected }: Props) {
  return (
    <ol aria-label="Subscription history" className="lines overflow-hidden panel">
      {groupByRecord(rows).map((item) => (
        <li
          key={item[0]?.entry.id}
          id={item.find(({ state }) => state !== 'Gap')?.entry.id}
          aria-current={item.some(({ state }) => state === 'Current') ? 'true' : undefined}
          className={`lines ${lazyLook}`}
        >
          {item.map((row) => (
            <Line key={row.entry.id} row={row} history={history} selected={selected} />
          ))}
        </li>
      ))}
    </ol>
  );
}

/** The list has one item per record. A gap belongs to the newer record, or at the top to the first one. */
function groupByRecord(rows: readonly HistoryRow[]): HistoryRow[][] {
  const items: HistoryRow[][] = [];
  for (const row of rows) {
    const last = items.at(-1);
    const isNext = row.state !== 'Gap' && last?.some(({ state }) => state !== 'Gap');
    if (last === undefined || isNext) items.push([row]);
    else last.push(row);
  }
  return items;
}

/** The browser lays out a row when it comes near the screen. */
const lazyLook = '[content-visibility:auto] [contain-intrinsic-height:auto_2.5rem]';
const lineLook =
  'relative grid break-inside-avoid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 lg:grid-cols-[minmax(0,8.5rem)_18rem_9rem_minmax(0,1fr)_auto]';

type LineProps = Omit<Props, 'rows'> & { row: HistoryRow };

function Line({ row: { state, entry, ms }, history, selected }: LineProps) {
  const { record, from, to } = entry;
  if (record === null)
    return (
      <div className={`bg-notice-soft text-control text-notice ${lineLook}`}>
        <b className="font-semibold">{nameGap(history)}</b>
        <span className="max-lg:order-1 max-lg:col-span-2">{formatGap(from ?? 0, to ?? 0, history.now)}</span>
        <span>{formatDays(ms ?? 0, selected)}</span>
      </div>
    );
  return (
    <div className={`${lineLook} ${state === 'Current' ? 'bg-accent-soft' : ''}`}>
      <i data-color={getLevelColor(entry.level, history)} className="segment absolute inset-y-0 left-0 w-1" />
      <b className="min-w-0 font-semibold">
        <LevelName level={entry.level} />
      </b>
      <span className="flex flex-wrap gap-x-1.5 max-lg:order-1">
        <DateText iso={record.validFrom?.trim() || null} missingText="no start date" />
        <span className="text-faint">to</span>
        <DateText iso={record.validTo?.trim() || null} missingText="no end date" />
      </span>
      <span className="max-lg:order-2 max-lg:justify-self-end">
        {ms !== null && <span>{formatDays(ms, selected)}</span>}
      </span>
      <span className="min-w-0 text-control text-notice max-lg:order-3 max-lg:col-span-2">
        {entry.problem !== null && <span>{entry.problem}</span>}
      </span>
      <span className="flex max-lg:justify-end">
        {state !== null && <Badge tone={state === 'Current' ? 'accent' : 'plain'}>{state}</Badge>}
      </span>
    </div>
  );
}

/** The heading says that all times are in UTC. */
function formatGap(from: EpochMs, to: EpochMs, now: EpochMs): string {
  return `${formatInstant(from)} to ${to === now ? 'now' : formatInstant(to)}`.replaceAll(' UTC', '');
}
