import { useId, useState } from 'react';
import { dayMs, type EpochMs, formatDay, formatTimeOfDay } from '../format/time.ts';
import { formatCount, formatNumber } from '../format/words.ts';
import { Button } from '../ui/Button.tsx';
import { FilterSelect } from '../ui/controls.tsx';
import { boxClass } from '../ui/fields.tsx';
import type { HistoryModel } from './history.ts';
import { getLevelKey } from './historyRecord.ts';
import { type HistoryView, isFiltered, parseDay } from './historyView.ts';
import { colorOf, LevelName, NoteText } from './LevelName.tsx';
import { findChangesWithin, findLevelAt, type LevelAtMoment } from './levels.ts';
import { describeLevelAtMoment, nameLevel } from './sentences.ts';

type DayFieldProps = { label: string; day: EpochMs | null; onChange: (day: EpochMs | null) => void };

export function LevelOnDay({ model, day, onChange }: Omit<DayFieldProps, 'label'> & { model: HistoryModel }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <DayField label="Level on" day={day} onChange={onChange} />
      <p role="status" className="min-h-5 min-w-0 flex-1 @max-2xl:order-1 @max-2xl:basis-full">
        {day !== null && <DayAnswer key={day} model={model} day={day} />}
      </p>
      <Button variant="quiet" onClick={() => onChange(model.now - (model.now % dayMs))} className="ml-auto">
        Today
      </Button>
    </div>
  );
}

function DayAnswer({ model, day }: { model: HistoryModel; day: EpochMs }) {
  const answer = findLevelAt(model, day);
  return (
    <>
      {answer.kind === 'level' ? (
        <b className="font-semibold">
          <i
            data-color={colorOf(getLevelKey(answer.entry), model)}
            className="segment mr-1.75 inline-block size-2.25 rounded-[2px]"
          />
          <LevelName levelKey={getLevelKey(answer.entry)} />
        </b>
      ) : (
        <b className="font-semibold text-notice">{answer.kind === 'none' ? 'No subscription' : 'Unknown'}</b>
      )}
      <span className="text-control text-muted">
        <span>, </span>
        <NoteText note={describeLevelAtMoment(answer)} />
        {findChangesWithin(model, { from: day, to: day + dayMs }).map(({ at }) => (
          <span key={at}>
            <span>{`; from ${formatTimeOfDay(at)} `}</span>
            <LevelWord answer={findLevelAt(model, at)} />
          </span>
        ))}
      </span>
    </>
  );
}

function LevelWord({ answer }: { answer: LevelAtMoment }) {
  if (answer.kind === 'level') return <LevelName levelKey={getLevelKey(answer.entry)} />;
  return <span>{answer.kind === 'none' ? 'no subscription' : 'unknown'}</span>;
}

type FiltersProps = {
  model: HistoryModel;
  view: HistoryView;
  count: number;
  onChange: (change: Partial<HistoryView>) => void;
  onClear: () => void;
};

export function HistoryFilters({ model, view, count, onChange, onClear }: FiltersProps) {
  const isReversed = view.from !== null && view.to !== null && view.from > view.to;
  const countText = `${formatNumber(count)} of ${formatCount(model.entries.length, 'record')}`;
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
      <DayField label="From" day={view.from} onChange={(from) => onChange({ from })} />
      <DayField label="To" day={view.to} onChange={(to) => onChange({ to })} />
      <p aria-live="polite" className={`text-control ${isReversed ? 'text-danger' : 'text-muted'}`}>
        {isFiltered(view) && (
          <span>{isReversed ? '"To" is before "From", so no record matches.' : countText}</span>
        )}
      </p>
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

/** A native date field would show day, month and year in a different order than the records. */
function DayField({ label, day, onChange }: DayFieldProps) {
  const problemId = useId();
  const [draft, setDraft] = useState<{ text: string; day: EpochMs | null } | null>(null);
  const [isLeft, setLeft] = useState(false);
  const text = draft?.day === day ? draft.text : day === null ? '' : formatDay(day);
  // Without a complaint while the admin still types.
  const isInvalid = isLeft && text.trim() !== '' && parseDay(text) === null;

  function changeText(newText: string) {
    const newDay = parseDay(newText);
    setDraft({ text: newText, day: newDay });
    setLeft(false);
    if (newDay !== day) onChange(newDay);
  }
  function leave() {
    setLeft(true);
    if (day !== null) setDraft(null);
  }
  return (
    <div className="relative max-sm:flex-1 max-sm:basis-32">
      <label
        className={`flex min-h-8 items-center gap-2 px-2.5 text-control touch:min-h-10 ${boxClass} ${isInvalid ? 'border-danger' : 'border-line-strong'}`}
      >
        <span className="whitespace-nowrap text-muted">{label}</span>
        <input
          value={text}
          onChange={({ target }) => changeText(target.value)}
          onBlur={leave}
          onKeyDown={({ key }) => void (key === 'Enter' && leave())}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? problemId : undefined}
          placeholder="1 May 2025"
          size={11}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          className="w-full min-w-0 bg-transparent outline-none placeholder:text-faint touch:text-lead"
        />
      </label>
      {isInvalid && (
        <p
          id={problemId}
          role="alert"
          className="absolute top-full left-0 z-10 mt-1 w-max max-w-[80vw] rounded-md bg-danger-soft px-2 py-1 text-small text-danger shadow-float"
        >
          Write a date as 1 May 2025 or 2025-05-01.
        </p>
      )}
    </div>
  );
}
