import { useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { type EpochMs, formatClock } from '../ui/time.ts';
import { dayHint, useDayText } from './dayText.ts';
import type { HistoryModel } from './history.ts';
import { levelKeyOf } from './historyEntry.ts';
import { dayMs } from './historyRecord.ts';
import { findChangesWithin, findLevelAt } from './levelAt.ts';
import { colorOf, LevelName, LevelSwatch, NoteText } from './levels.tsx';
import { describeAnswer } from './sentences.ts';

type Props = {
  model: HistoryModel;
  day: EpochMs | null;
  onChange: (day: EpochMs | null) => void;
};

/** Answers which level the workspace had on a day. */
export function LevelOn({ model, day, onChange }: Props) {
  const id = useId();
  const { isUnreadable, isInvalid, clear, input } = useDayText(day, onChange);

  function chooseToday() {
    clear();
    onChange(model.now - (model.now % dayMs));
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <label htmlFor={id} className="font-semibold">
        Level on
      </label>
      <input
        {...input}
        id={id}
        className={`min-h-8 w-30 rounded-control border bg-surface px-2.5 text-control placeholder:text-faint focus-visible:outline-offset-1 touch:min-h-10 touch:text-lead ${isInvalid ? 'border-danger' : 'border-line-strong'}`}
      />
      <p role="status" className="min-h-5 min-w-0 flex-1 @max-2xl:order-1 @max-2xl:basis-full">
        {isUnreadable ? (
          <span className={isInvalid ? 'text-danger' : 'text-muted'}>{dayHint}</span>
        ) : (
          day !== null && <DayAnswer key={day} model={model} day={day} />
        )}
      </p>
      <Button variant="quiet" onClick={chooseToday} className="ml-auto">
        Today
      </Button>
    </div>
  );
}

/** The level at the start of the day, and the changes later on that day. */
function DayAnswer({ model, day }: { model: HistoryModel; day: EpochMs }) {
  const answer = findLevelAt(model, day);
  return (
    <>
      {answer.kind === 'level' && (
        <>
          <LevelSwatch color={colorOf(levelKeyOf(answer.entry), model)} />
          <b className="font-semibold">
            <LevelName levelKey={levelKeyOf(answer.entry)} />
          </b>
        </>
      )}
      {answer.kind === 'none' && <b className="font-semibold text-notice">No subscription</b>}
      {answer.kind === 'unknown' && <b className="font-semibold text-notice">Unknown</b>}
      <span className="text-control text-muted">
        <span>, </span>
        <NoteText note={describeAnswer(answer)} />
        {findChangesWithin(model, { from: day, to: day + dayMs }).map(({ at, entry }) => (
          <span key={at}>
            <span>{`; from ${formatClock(at)} `}</span>
            {entry === null ? <span>no subscription</span> : <LevelName levelKey={levelKeyOf(entry)} />}
          </span>
        ))}
      </span>
    </>
  );
}
