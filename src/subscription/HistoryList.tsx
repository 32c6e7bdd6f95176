import { useState } from 'react';
import { formatNumber } from '../format/text.ts';
import { formatDay, formatInstant } from '../format/time.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { DateText } from '../ui/DateText.tsx';
import type { HistoryView } from './HistoryFilters.tsx';
import {
  entryStateLabels,
  findSpanAt,
  getEntryState,
  type HistoryEntry,
  type SubscriptionHistory,
  type TimeSpan,
} from './history.ts';
import {
  describeChange,
  formatDays,
  getEntryDurationMs,
  getLevelColor,
  LevelName,
  listEntryNotes,
  NoteText,
} from './sentences.tsx';

type Props = { history: SubscriptionHistory; view: HistoryView; entries: readonly HistoryEntry[] };

const pageSize = 200;

export function HistoryList({ history, view, entries }: Props) {
  const [count, setCount] = useState(pageSize);
  const shown = entries.slice(0, count);
  const onDay = view.on === null ? null : Date.parse(view.on);
  const markedEntry = onDay === null ? null : findSpanAt(history.periods, onDay)?.entry;
  const hiddenCount = entries.length - shown.length;
  return (
    <div className="overflow-hidden panel">
      <ol aria-label="Subscription history" className="divide-y divide-line">
        {shown.map((entry, i) => (
          <HistoryRow
            key={JSON.stringify(entry.record.raw)}
            entry={entry}
            history={history}
            year={yearOf(entry) === yearOf(shown[i - 1]) ? null : yearOf(entry)}
            mark={
              entry.record === markedEntry?.record && onDay !== null
                ? `on ${formatDay(onDay).slice(0, -5)}`
                : null
            }
          />
        ))}
      </ol>
      {hiddenCount > 0 && (
        <div className="flex items-center gap-3 border-t border-line px-4 py-2 print:hidden">
          <Button onClick={() => setCount(count + pageSize)}>Show more</Button>
          <span className="text-control text-muted">{`${formatNumber(hiddenCount)} older records`}</span>
        </div>
      )}
    </div>
  );
}

function yearOf(entry: HistoryEntry | undefined): string | null {
  if (entry === undefined) return null;
  return entry.from === null ? 'No readable start' : String(new Date(entry.from).getUTCFullYear());
}

type RowProps = {
  entry: HistoryEntry;
  history: SubscriptionHistory;
  year: string | null;
  mark: string | null;
};

const rowLayout =
  'flex flex-wrap items-center gap-x-3 px-4 py-2.5 after:order-4 after:basis-full lg:grid lg:grid-cols-[minmax(0,8.5rem)_17rem_6rem_minmax(0,1fr)_auto] lg:after:hidden';
const daysLook = 'order-6 ml-auto lg:order-3 lg:ml-0';

function HistoryRow({ entry, history, year, mark }: RowProps) {
  const state = getEntryState(entry, history);
  const isCurrent = state === 'current';
  const ms = getEntryDurationMs(entry, history.now);
  return (
    <li aria-current={isCurrent ? 'true' : undefined} className="break-inside-avoid">
      {year !== null && (
        <h2 className="px-4 pt-2.25 pb-1.25 text-small font-medium text-muted">
          <span>{year}</span>
        </h2>
      )}
      <div
        className={`relative min-h-10 gap-y-0.5 ${rowLayout} ${isCurrent || mark !== null ? 'bg-accent-soft' : ''}`}
      >
        <i
          data-color={getLevelColor(entry.level, history)}
          className="segment absolute inset-y-0 left-0 w-1"
        />
        <b className="order-1 min-w-0 font-semibold">
          <LevelName level={entry.level} />
        </b>
        <span className="order-5 flex flex-wrap gap-x-1.5 lg:order-2">
          <DateText iso={entry.record.validFrom?.trim() || null} missingText="no start date" />
          <span className="text-faint">to</span>
          <EndText entry={entry} />
        </span>
        <span className={daysLook}>
          {ms !== null && `${formatDays(ms)}${Number.isFinite(entry.to) ? '' : ' so far'}`}
        </span>
        <Notes entry={entry} history={history} />
        <span className="order-3 ml-auto flex flex-wrap justify-end gap-1 lg:order-5">
          {state !== 'ended' && <Badge tone={badgeTones[state]}>{entryStateLabels[state]}</Badge>}
          {mark !== null && <Badge>{mark}</Badge>}
        </span>
      </div>
      {entry.gap !== null && <GapRow gap={entry.gap} isCertain={history.isCertain} />}
    </li>
  );
}

const badgeTones = {
  current: 'accent',
  scheduled: 'plain',
  overlapped: 'plain',
  unknown: 'notice',
} as const;

function EndText({ entry: { record, to, statedEnd, isEndUnclear } }: { entry: HistoryEntry }) {
  if (statedEnd !== null || isEndUnclear) return <DateText iso={record.validTo?.trim() ?? null} />;
  if (!Number.isFinite(to)) return <span title={record.validTo ?? undefined}>no end date</span>;
  return (
    <span title="It has no end date, so it ends when the next record starts.">
      <span>the next record</span>
    </span>
  );
}

function Notes({ entry, history }: Pick<RowProps, 'entry' | 'history'>) {
  const change = describeChange(entry, history);
  return (
    <span className="order-2 flex min-w-0 flex-wrap gap-x-3 text-control text-muted lg:order-4">
      {change !== null && <NoteText note={change} />}
      {listEntryNotes(entry, history).map((note) => (
        <span key={note.text} className="text-notice">
          <NoteText note={note} />
        </span>
      ))}
    </span>
  );
}

function GapRow({ gap: { from, to }, isCertain }: { gap: TimeSpan; isCertain: boolean }) {
  // The heading says that all times are in UTC.
  const moments = `${formatInstant(from)} to ${formatInstant(to)}`.replaceAll(' UTC', '');
  return (
    <div className={`border-t border-line bg-notice-soft text-control text-notice ${rowLayout}`}>
      <b className="order-1 font-semibold">{isCertain ? 'No subscription' : 'No record'}</b>
      <span className="order-5 lg:order-2">
        <span>{moments}</span>
      </span>
      <b className={`font-medium ${daysLook}`}>{formatDays(to - from)}</b>
    </div>
  );
}
