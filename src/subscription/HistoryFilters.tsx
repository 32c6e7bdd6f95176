import type { RefObject } from 'react';
import { dayMs, type EpochMs, formatTimeOfDay } from '../format/time.ts';
import { formatCount, formatNumber } from '../format/words.ts';
import { Button } from '../ui/Button.tsx';
import { FilterSelect } from '../ui/controls.tsx';
import { DateField } from '../ui/fields.tsx';
import type { SubscriptionHistory } from './history.ts';
import type { HistoryView } from './historyView.ts';
import { colorOf, describeLevelAt, LevelWord, NoteText, nameLevel } from './sentences.tsx';

type ChangeView = (change: Partial<HistoryView>) => void;

type LevelOnDayProps = { history: SubscriptionHistory; day: string | null; onChange: ChangeView };

export function LevelOnDay({ history, day, onChange }: LevelOnDayProps) {
  return (
    <div
      className={`mb-4 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 ${day === null ? 'print:hidden' : ''}`}
    >
      <DateField label="Level on" value={day} onChange={(on) => onChange({ on })} />
      <p role="status" className="min-h-5 min-w-0 flex-1 @max-2xl:order-1 @max-2xl:basis-full">
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

/** The level at the start of the day, and its changes on that day. */
function DayAnswer({ history, start }: { history: SubscriptionHistory; start: EpochMs }) {
  const { level, details } = describeLevelAt(history, start);
  const edges = new Set(history.runs.flatMap(({ from, to }) => [from, to]));
  const changes = [...edges].filter((moment) => start < moment && moment < start + dayMs);
  return (
    <>
      {level !== null && (
        <i
          data-color={colorOf(level, history)}
          className="segment mr-1.75 inline-block size-2.25 rounded-[2px]"
        />
      )}
      <b className={`font-semibold ${level === null ? 'text-notice' : ''}`}>
        <LevelWord history={history} moment={start} />
      </b>
      <span className="text-control text-muted">
        <span>, </span>
        <NoteText note={details} />
        {changes.map((moment) => (
          <span key={moment}>
            <span>{`; from ${formatTimeOfDay(moment)} `}</span>
            <LevelWord history={history} moment={moment} />
          </span>
        ))}
      </span>
    </>
  );
}

type FiltersProps = {
  history: SubscriptionHistory;
  view: HistoryView;
  /** Number of records that match. */
  count: number;
  onChange: ChangeView;
  onClear: () => void;
  ref: RefObject<HTMLElement | null>;
};

export function HistoryFilters({ history, view, count, onChange, onClear, ref }: FiltersProps) {
  const isFiltered = view.level !== null || view.from !== null || view.to !== null;
  const isReversed = view.from !== null && view.to !== null && view.from > view.to;
  const countText = `${formatNumber(count)} of ${formatCount(history.entries.length, 'record')}`;
  return (
    <search
      ref={ref}
      aria-label="Filter the history"
      className="flex flex-wrap items-center gap-2 print:hidden"
    >
      <div className="max-sm:basis-full">
        <FilterSelect
          label="Level"
          allLabel="All levels"
          choices={history.levels.map(toChoice)}
          nameOf={(choice) => nameLevel(choice.slice(1))}
          value={view.level === null ? null : toChoice(view.level)}
          onChange={(choice) => onChange({ level: choice === null ? null : choice.slice(1) })}
        />
      </div>
      <DateField label="From" value={view.from} onChange={(from) => onChange({ from })} />
      <DateField label="To" value={view.to} onChange={(to) => onChange({ to })} />
      <p aria-live="polite" className={`text-control ${isReversed ? 'text-danger' : 'text-muted'}`}>
        {isFiltered && <span>{isReversed ? '"To" is before "From", so no record matches.' : countText}</span>}
      </p>
      {isFiltered && count > 0 && (
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** Adds a prefix to a level. Without it, the empty level of "No level" would select "All levels". */
function toChoice(level: string): string {
  return `:${level}`;
}
