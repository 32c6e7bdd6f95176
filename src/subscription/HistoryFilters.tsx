import { useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { FilterSelect } from '../ui/fields.tsx';
import { useZone } from '../ui/usePreferences.ts';
import { formatCount, formatNumber } from '../ui/words.ts';
import { type HistoryModel, historyStates } from './history.ts';
import { type HistoryView, isFiltered, parseDay, parsePartialDate } from './historyView.ts';
import { getLevelName } from './levels.tsx';
import { stateLabels } from './sentences.ts';

type HistoryFiltersProps = {
  model: HistoryModel;
  view: HistoryView;
  onChange: (change: Partial<HistoryView>) => void;
};

export function HistoryFilters({ model, view, onChange }: HistoryFiltersProps) {
  const levelsByCount = [...model.levelCounts].sort(([, a], [, b]) => b - a);
  return (
    <search aria-label="Filter the history" className="flex flex-wrap gap-2 max-sm:w-full">
      <FilterSelect
        label="Level"
        allLabel="All levels"
        choices={levelsByCount.map(([key]) => toChoice(key))}
        nameOf={(choice) => formatNameWithCount(model, choice.slice(1))}
        value={view.level === null ? null : toChoice(view.level)}
        onChange={(choice) => onChange({ level: choice === null ? null : choice.slice(1) })}
      />
      <FilterSelect
        label="State"
        allLabel="All states"
        choices={historyStates}
        nameOf={(state) => stateLabels[state]}
        value={view.state}
        onChange={(state) => onChange({ state })}
      />
      <div className="flex gap-2 max-sm:w-full">
        <DayFilter label="From" day={view.from} onChange={(from) => onChange({ from })} />
        <DayFilter label="To" day={view.to} onChange={(to) => onChange({ to })} />
      </div>
    </search>
  );
}

/** Adds a prefix to a level key. Without a prefix, the empty key of "No level" would select "All levels". */
function toChoice(levelKey: string): string {
  return `:${levelKey}`;
}

function formatNameWithCount({ levelCounts }: HistoryModel, levelKey: string): string {
  return `${toSafeText(getLevelName(levelKey))} (${formatNumber(levelCounts.get(levelKey) ?? 0)})`;
}

type DayFilterProps = {
  label: 'From' | 'To';
  day: string | null;
  onChange: (day: string | null) => void;
};

/** A text field for a day. A native date field would show day, month and year in a different order than the records. */
function DayFilter({ label, day, onChange }: DayFilterProps) {
  const zone = useZone();
  const problemId = useId();
  /** The typed text if the text isn't a valid day, otherwise null. */
  const [draft, setDraft] = useState<string | null>(null);
  const [isInvalid, setIsInvalid] = useState(false);

  function changeText(text: string, selectedDay: string | null) {
    setDraft(selectedDay === null && text !== '' ? text : null);
    setIsInvalid(false);
    if (selectedDay !== day) onChange(selectedDay);
  }

  function completeDraft() {
    if (draft === null) return;
    const selectedDay = parsePartialDate(draft, label === 'To');
    changeText(draft, selectedDay);
    setIsInvalid(selectedDay === null);
  }

  return (
    <label className="relative flex min-h-9 min-w-0 items-center gap-2 rounded-md max-sm:flex-1 border border-line-control bg-surface px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent">
      <span className="text-muted">{label}</span>
      <input
        aria-label={`${label} (${zone === 'UTC' ? 'UTC' : 'local time'})`}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? problemId : undefined}
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        size={10}
        value={draft ?? day ?? ''}
        onChange={({ target }) => changeText(target.value, parseDay(target.value))}
        onBlur={completeDraft}
        onKeyDown={({ key }) => key === 'Enter' && completeDraft()}
        className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted max-md:text-lead max-md:placeholder:text-body"
      />
      {isInvalid && (
        <span
          id={problemId}
          role="alert"
          className={`absolute top-full z-10 mt-1.5 rounded-md border border-danger-line bg-danger-soft px-2 py-1 text-small whitespace-nowrap text-danger ${label === 'To' ? 'right-0' : 'left-0'}`}
        >
          Enter a date such as 2026-05-27, or a year.
        </span>
      )}
    </label>
  );
}

type FilterResultProps = {
  matchingCount: number;
  totalCount: number;
  view: HistoryView;
  onClear: () => void;
};

/** The number of matching records, in a line of constant height, so that filters don't move the list. */
export function FilterResult({ matchingCount, totalCount, view, onClear }: FilterResultProps) {
  const isReversed = view.from !== null && view.to !== null && view.from > view.to;
  return (
    <div className="flex min-h-9 min-w-52 flex-1 items-center gap-x-2 text-small text-muted">
      {isReversed ? (
        <p role="alert" className="text-danger">
          “To” must be on or after “From”.
        </p>
      ) : (
        <p>
          {matchingCount === totalCount ? '' : `${formatNumber(matchingCount)} of `}
          {formatCount(totalCount, 'record')}
        </p>
      )}
      {isFiltered(view) && (
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
