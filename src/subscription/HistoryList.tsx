import { type EpochMs, formatInstant } from '../format/time.ts';
import { DateText } from '../ui/DateText.tsx';
import { Badge } from '../ui/notices.tsx';
import type { SubscriptionHistory, TimeSpan } from './history.ts';
import type { HistoryRow } from './historyView.ts';
import { formatDays, getLevelColor, LevelName } from './levels.tsx';

type Props = { rows: readonly HistoryRow[]; history: SubscriptionHistory; selected: TimeSpan | null };

export function HistoryList({ rows, history, selected }: Props) {
  const items = groupByRecord(rows);
  return (
    <ol aria-label="Subscription history" className="divide-y divide-line overflow-hidden panel">
      {items.map((item, i) => {
        const record = item.find(({ entry }) => entry !== null);
        return (
          <li
            key={item[0]?.id}
            id={record?.id}
            aria-current={record?.state === 'Current' ? 'true' : undefined}
            className={`group divide-y divide-line ${lazyLook}`}
          >
            {item.map((row, j) => (
              <div key={row.id} className="break-inside-avoid">
                {yearOf(row) !== yearOf(item[j - 1] ?? items[i - 1]?.at(-1)) && (
                  <h2 className="px-4 pt-2.25 pb-1.25 text-small font-medium text-muted">
                    <span>{yearOf(row)}</span>
                  </h2>
                )}
                <Line row={row} history={history} selected={selected} />
              </div>
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/** The list has one item per record. A gap belongs to the newer record, or at the top to the first one. */
function groupByRecord(rows: readonly HistoryRow[]): HistoryRow[][] {
  const items: HistoryRow[][] = [];
  for (const row of rows) {
    const last = items.at(-1);
    const isNext = row.entry !== null && last?.some(({ entry }) => entry !== null);
    if (last === undefined || isNext) items.push([row]);
    else last.push(row);
  }
  return items;
}

function yearOf(row: HistoryRow | undefined): string | null {
  if (row === undefined) return null;
  return row.from === null ? 'No readable start' : String(new Date(row.from).getUTCFullYear());
}

/** The browser lays out a row when it comes near the screen. */
const lazyLook = '[content-visibility:auto] [contain-intrinsic-height:auto_2.5rem]';
const lineLook =
  'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 lg:grid-cols-[minmax(0,8.5rem)_18rem_9rem_minmax(0,1fr)_auto]';
const badgeTones = { Current: 'accent', Unknown: 'notice', Scheduled: 'plain', Replaced: 'plain' } as const;

type LineProps = Omit<Props, 'rows'> & { row: HistoryRow };

function Line({ row: { state, entry, from, to, ms }, history, selected }: LineProps) {
  if (entry === null)
    return (
      <div className={`bg-notice-soft text-control text-notice ${lineLook}`}>
        <b className="font-semibold">{history.isCertain ? 'No subscription' : 'No record'}</b>
        <span className="max-lg:order-1 max-lg:col-span-2">
          {formatTimes(from ?? 0, to ?? 0, history.now)}
        </span>
        <span>{formatDays(ms ?? 0, selected)}</span>
      </div>
    );
  // A newer record is in force for a part of its time.
  const isCut = selected === null && ms !== null && from !== null && to !== null && ms < to - from;
  const { validFrom, validTo } = entry.record;
  return (
    <div className={`group-target:bg-accent-soft ${lineLook} ${state === 'Current' ? 'bg-accent-soft' : ''}`}>
      <i data-color={getLevelColor(entry.level, history)} className="segment absolute inset-y-0 left-0 w-1" />
      <b className="min-w-0 font-semibold">
        <LevelName level={entry.level} />
      </b>
      <span className="flex flex-wrap gap-x-1.5 max-lg:order-1">
        <DateText iso={validFrom?.trim() || null} missingText="no start date" />
        <span className="text-faint">to</span>
        {entry.end === 'open' ? (
          <span title={validTo ?? ''}>no end date</span>
        ) : (
          <DateText iso={validTo?.trim() ?? null} />
        )}
      </span>
      <span className="max-lg:order-2 max-lg:justify-self-end">
        {ms !== null && <span>{`${formatDays(ms, selected)}${isCut ? ' in force' : ''}`}</span>}
      </span>
      <span className="min-w-0 text-control text-notice max-lg:order-3 max-lg:col-span-2">
        {entry.problem !== null && <span>{entry.problem}</span>}
      </span>
      <span className="flex max-lg:justify-end">
        {state !== 'Ended' && state !== 'Gap' && <Badge tone={badgeTones[state]}>{state}</Badge>}
      </span>
    </div>
  );
}

/** The heading says that all times are in UTC. */
function formatTimes(from: EpochMs, to: EpochMs, now: EpochMs): string {
  return `${formatInstant(from)} to ${to === now ? 'now' : formatInstant(to)}`.replaceAll(' UTC', '');
}
