import { useState } from 'react';
import { formatInstant } from '../format/time.ts';
import { formatNumber } from '../format/words.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { DateText } from '../ui/DateText.tsx';
import { entryStateLabels, getEntryState, type HistoryModel } from './history.ts';
import { getLevelKey, type HistoryEntry, type Span } from './historyRecord.ts';
import { colorOf, LevelName, NoteText } from './LevelName.tsx';
import {
  describeLevelChange,
  describeMissingRecords,
  findEntrySpan,
  formatDays,
  formatMonths,
  listNotes,
} from './sentences.ts';

type Props = {
  model: HistoryModel;
  entries: readonly HistoryEntry[];
  /** False if the filters hide records between two others, so that a gap says nothing. */
  showsGaps: boolean;
  marked: { entry: HistoryEntry; text: string } | null;
};

const pageSize = 200;

export function HistoryList({ model, entries, showsGaps, marked }: Props) {
  const [count, setCount] = useState(pageSize);
  const shown = entries.slice(0, count);
  const hiddenCount = entries.length - shown.length;
  return (
    <div className="@container overflow-hidden rounded-card border border-line bg-surface">
      <ol aria-label="Subscription history" className="divide-y divide-line">
        {shown.map((entry, i) => (
          <HistoryRow
            key={entry.index}
            entry={entry}
            model={model}
            year={yearOf(entry) === yearOf(shown[i - 1]) ? null : yearOf(entry)}
            showsGap={showsGaps}
            mark={marked?.entry === entry ? marked.text : null}
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
  model: HistoryModel;
  /** null if the row above has the same heading. */
  year: string | null;
  showsGap: boolean;
  mark: string | null;
};

const rowLayout =
  'flex flex-wrap items-center gap-x-3 px-4 py-2.5 after:order-4 after:basis-full @min-[45rem]:grid @min-[45rem]:grid-cols-[minmax(0,8.5rem)_17rem_6rem_minmax(0,1fr)_auto] @min-[45rem]:after:hidden';
const daysLook = 'order-6 ml-auto @min-[45rem]:order-3 @min-[45rem]:ml-0';

function HistoryRow({ entry, model, year, showsGap, mark }: RowProps) {
  const state = getEntryState(entry, model);
  const isCurrent = state === 'current';
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
          data-color={colorOf(getLevelKey(entry), model)}
          className="segment absolute inset-y-0 left-0 w-1"
        />
        <b className="order-1 min-w-0 font-semibold">
          <LevelName levelKey={getLevelKey(entry)} />
        </b>
        <span className="order-5 flex flex-wrap gap-x-1.5 @min-[45rem]:order-2">
          <DateText iso={entry.record.validFrom?.trim() || null} missingText="no start date" />
          <span className="text-faint">to</span>
          <EndText entry={entry} />
        </span>
        <Duration entry={entry} model={model} />
        <Change entry={entry} model={model} />
        <span className="order-3 ml-auto flex flex-wrap justify-end gap-1 @min-[45rem]:order-5">
          {state !== 'ended' && <Badge tone={badgeTones[state]}>{entryStateLabels[state]}</Badge>}
          {mark !== null && <Badge>{mark}</Badge>}
        </span>
      </div>
      {showsGap && entry.gap !== null && (
        <GapRow gap={entry.gap} isCertain={describeMissingRecords(model) === null} />
      )}
    </li>
  );
}

const badgeTones = {
  current: 'accent',
  scheduled: 'plain',
  overlapped: 'plain',
  unknown: 'notice',
} as const;

function EndText({ entry: { record, ending } }: { entry: HistoryEntry }) {
  if (ending === 'next-record')
    return (
      <span title="It has no end date, so it ends when the next record starts.">
        <span>the next record</span>
      </span>
    );
  if (ending === 'open') return <span title={record.validTo ?? undefined}>no end date</span>;
  return <DateText iso={record.validTo?.trim() ?? null} />;
}

function Duration({ entry, model }: { entry: HistoryEntry; model: HistoryModel }) {
  const duration = findEntrySpan(entry, model.now);
  if (duration === null) return <span className={daysLook} />;
  const ms = duration.to - duration.from;
  return (
    <span title={formatMonths(ms)} className={daysLook}>
      {`${formatDays(ms)}${entry.to === null ? ' so far' : ''}`}
    </span>
  );
}

function Change({ entry, model }: { entry: HistoryEntry; model: HistoryModel }) {
  const change = describeLevelChange(entry, model);
  return (
    <span className="order-2 flex min-w-0 flex-wrap gap-x-3 text-control text-muted @min-[45rem]:order-4">
      {change !== null && <NoteText note={change} />}
      {listNotes(entry).map((note) => (
        <span key={note.text} className="text-notice">
          <NoteText note={note} />
        </span>
      ))}
    </span>
  );
}

function GapRow({ gap: { from, to }, isCertain }: { gap: Span; isCertain: boolean }) {
  // The heading says that all times are in UTC.
  const moments = `${formatInstant(from)} to ${formatInstant(to)}`.replaceAll(' UTC', '');
  return (
    <div className={`border-t border-line bg-notice-soft text-control text-notice ${rowLayout}`}>
      <b className="order-1 font-semibold">{isCertain ? 'No subscription' : 'No record'}</b>
      <span className="order-5 @min-[45rem]:order-2">
        <span>{moments}</span>
      </span>
      <b title={formatMonths(to - from)} className={`font-medium ${daysLook}`}>
        {formatDays(to - from)}
      </b>
    </div>
  );
}
