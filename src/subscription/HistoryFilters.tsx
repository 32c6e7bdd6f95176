import { ChevronDown } from 'lucide-react';
import { createParser, type inferParserType, parseAsString, useQueryStates } from 'nuqs';
import type { RefObject } from 'react';
import { formatCount, formatNumber } from '../format/text.ts';
import { dayMs, type EpochMs, formatTimeOfDay, isDateOnly, parseInstant } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { DateField } from '../ui/fields.tsx';
import type { HistoryEntry, SubscriptionHistory, TimeSpan } from './history.ts';
import { describeLevelAt, formatLevelName, getLevelColor, LevelAtMoment, NoteText } from './sentences.tsx';

const parseAsDay = createParser({
  parse: (text) => (isDateOnly(text) && parseInstant(text) !== null ? text : null),
  serialize: (day: string) => day,
});

/** `level` is empty for records without one. `to` is the last day, and `on` the day of "Level on". */
export const historyParams = { level: parseAsString, from: parseAsDay, to: parseAsDay, on: parseAsDay };

export type HistoryView = inferParserType<typeof historyParams>;

export function useHistoryView() {
  return useQueryStates(historyParams);
}

/** The days to count: without "From" from the first record on, without "To" until now. null without both, and if they are reversed. */
export function findSelectedSpan(view: HistoryView, { periods, now }: SubscriptionHistory): TimeSpan | null {
  if (view.from === null && view.to === null) return null;
  const { from, to } = getViewSpan(view);
  const end = Number.isFinite(to) ? to : Math.max(now, from + dayMs);
  const start = Number.isFinite(from) ? from : Math.min(periods[0]?.from ?? now, end - dayMs);
  return start < end ? { from: start, to: end } : null;
}

/** A gap outside of the dates is left out, and each one if a filter hides the records around it. */
export function filterHistory({ entries }: SubscriptionHistory, view: HistoryView): readonly HistoryEntry[] {
  const span = getViewSpan(view);
  const isDated = view.from !== null || view.to !== null;
  const overlaps = ({ from, to }: TimeSpan) => span.from < span.to && from < span.to && to > span.from;
  const matching = entries.filter(({ level, from, to }) => {
    if (view.level !== null && level !== view.level) return false;
    // A record without duration belongs to the day on which it began.
    return !isDated || (from !== null && overlaps({ from, to: Math.max(to, from + 1) }));
  });
  return matching.map((entry) =>
    entry.gap === null || (view.level === null && overlaps(entry.gap)) ? entry : { ...entry, gap: null },
  );
}

function getViewSpan({ from, to }: HistoryView): TimeSpan {
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
    to: to === null ? Number.POSITIVE_INFINITY : Date.parse(to) + dayMs,
  };
}

export function formatRecordCount(matching: readonly HistoryEntry[], history: SubscriptionHistory): string {
  return `${formatNumber(matching.length)} of ${formatCount(history.entries.length, 'record')}`;
}

type ChangeView = (change: Partial<HistoryView>) => void;

type LevelOnDayProps = { history: SubscriptionHistory; day: string | null; onChange: ChangeView };

export function LevelOnDay({ history, day, onChange }: LevelOnDayProps) {
  return (
    <div
      className={`mb-4 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 ${day === null ? 'print:hidden' : ''}`}
    >
      <DateField label="Level on" value={day} onChange={(on) => onChange({ on })} />
      <p role="status" className="min-h-5 min-w-0 flex-1 max-lg:order-1 max-lg:basis-full">
        {day !== null && <DayAnswer key={day} history={history} start={Date.parse(day)} />}
      </p>
      <span className="ml-auto print:hidden">
        <Button
          variant="quiet"
          onClick={() => onChange({ on: new Date(history.now).toISOString().slice(0, 10) })}
        >
          Today
        </Button>
      </span>
    </div>
  );
}

function DayAnswer({ history, start }: { history: SubscriptionHistory; start: EpochMs }) {
  const { level, details } = describeLevelAt(history, start);
  const edges = new Set(history.runs.flatMap(({ from, to }) => [from, to]));
  const changes = [...edges].filter((moment) => start < moment && moment < start + dayMs);
  return (
    <>
      {level !== null && (
        <i
          data-color={getLevelColor(level, history)}
          className="segment mr-1.75 inline-block size-2.25 rounded-[2px]"
        />
      )}
      <b className={`font-semibold ${level === null ? 'text-notice' : ''}`}>
        <LevelAtMoment history={history} moment={start} />
      </b>
      <span className="text-control text-muted">
        <span>, </span>
        <NoteText note={details} />
        {changes.map((moment) => (
          <span key={moment}>
            <span>{`; from ${formatTimeOfDay(moment)} `}</span>
            <LevelAtMoment history={history} moment={moment} />
          </span>
        ))}
      </span>
    </>
  );
}

type FiltersProps = {
  history: SubscriptionHistory;
  view: HistoryView;
  entries: readonly HistoryEntry[];
  onChange: ChangeView;
  onClear: () => void;
  ref: RefObject<HTMLElement | null>;
};

export function HistoryFilters({ history, view, entries, onChange, onClear, ref }: FiltersProps) {
  const isFiltered = view.level !== null || view.from !== null || view.to !== null;
  const isReversed = view.from !== null && view.to !== null && view.from > view.to;
  return (
    <search
      ref={ref}
      aria-label="Filter the history"
      className="flex flex-wrap items-center gap-2 print:hidden"
    >
      <div className="max-sm:basis-full">
        <LevelSelect history={history} level={view.level} onChange={onChange} />
      </div>
      <DateField label="From" value={view.from} onChange={(from) => onChange({ from })} />
      <DateField label="To" value={view.to} onChange={(to) => onChange({ to })} />
      <p aria-live="polite" className={`text-control ${isReversed ? 'text-danger' : 'text-muted'}`}>
        {isFiltered && (
          <span>
            {isReversed
              ? '"To" is before "From", so no record matches.'
              : formatRecordCount(entries, history)}
          </span>
        )}
      </p>
      {isFiltered && entries.length > 0 && (
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

type LevelSelectProps = { history: SubscriptionHistory; level: string | null; onChange: ChangeView };

/** The chosen level stays in the list even if no record has it. The colon tells the empty level from "All levels". */
function LevelSelect({ history, level, onChange }: LevelSelectProps) {
  const levels = new Set(level === null ? history.levels : [...history.levels, level]);
  return (
    <span className="relative inline-flex max-w-48">
      <select
        aria-label="Level"
        value={level === null ? '' : `:${level}`}
        onChange={({ target: { value } }) => onChange({ level: value === '' ? null : value.slice(1) })}
        className="min-h-8 w-full appearance-none truncate rounded-control border border-line-control bg-surface pr-8 pl-3 text-control font-medium hover:bg-hover touch:min-h-10"
      >
        <option value="">All levels</option>
        {[...levels].map((each) => (
          <option key={each} value={`:${each}`} translate="no">
            {formatLevelName(each)}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
