import { useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { FilterSelect } from '../ui/fields.tsx';
import type { EpochMs } from '../ui/time.ts';
import { formatCount, formatNumber } from '../ui/words.ts';
import { dayHint, useDayText } from './dayText.ts';
import type { HistoryModel } from './history.ts';
import { type HistoryView, isFiltered } from './historyView.ts';
import { nameLevel } from './sentences.ts';

type Props = {
  model: HistoryModel;
  view: HistoryView;
  /** Number of records that match. */
  count: number;
  onChange: (change: Partial<HistoryView>) => void;
  onClear: () => void;
};

export function HistoryFilters({ model, view, count, onChange, onClear }: Props) {
  const isReversed = view.from !== null && view.to !== null && view.from > view.to;
  const total = formatCount(model.entries.length, 'record');
  return (
    <search aria-label="Filter the history" className="flex flex-wrap items-center gap-2 print:hidden">
      <div className="max-sm:basis-full">
        <FilterSelect
          label="Level"
          allLabel="All levels"
          choices={model.levels.map(toChoice)}
          nameOf={(choice) => nameLevel(choice.slice(1))}
          value={view.level === null ? null : toChoice(view.level)}
          onChange={(choice) => onChange({ level: choice === null ? null : choice.slice(1) })}
        />
      </div>
      <DayFilter label="From" day={view.from} onChange={(from) => onChange({ from })} />
      <DayFilter label="To" day={view.to} onChange={(to) => onChange({ to })} />
      {isReversed ? (
        <p role="alert" className="text-control text-danger">
          "To" is before "From", so no record matches.
        </p>
      ) : (
        <p aria-live="polite" className="text-control text-muted">
          <span>{isFiltered(view) ? `${formatNumber(count)} of ${total}` : ''}</span>
        </p>
      )}
      {isFiltered(view) && (
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** Adds a prefix to a level key. Without it, the empty key of "No level" would select "All levels". */
function toChoice(levelKey: string): string {
  return `:${levelKey}`;
}

type DayFilterProps = { label: string; day: EpochMs | null; onChange: (day: EpochMs | null) => void };

function DayFilter({ label, day, onChange }: DayFilterProps) {
  const problemId = useId();
  const { isInvalid, input } = useDayText(day, onChange);
  return (
    <div className="relative max-sm:flex-1 max-sm:basis-32">
      <label
        className={`flex min-h-8 items-center gap-2 rounded-control border bg-surface px-2.5 text-control focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent touch:min-h-10 ${isInvalid ? 'border-danger' : 'border-line-strong'}`}
      >
        <span className="text-faint">{label}</span>
        <input
          {...input}
          aria-describedby={isInvalid ? problemId : undefined}
          className="w-full min-w-0 bg-transparent outline-none placeholder:text-faint touch:text-lead"
        />
      </label>
      {isInvalid && (
        <p
          id={problemId}
          role="alert"
          className="absolute top-full left-0 z-10 mt-1 w-max max-w-[80vw] rounded-md bg-danger-soft px-2 py-1 text-small text-danger shadow-float"
        >
          {dayHint}
        </p>
      )}
    </div>
  );
}
