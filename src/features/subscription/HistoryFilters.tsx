import { Button } from '../../ui/Button.tsx';
import { Field, SelectField } from '../../ui/fields.tsx';
import { groupedDigits } from '../../ui/words.ts';
import { useZone } from '../../ui/zone.tsx';
import type { HistoryModel } from './history.ts';
import { dayOf, type HistoryView } from './historyView.ts';
import { levelName } from './levels.tsx';
import { stateWord } from './sentences.ts';
import { historyStates } from './states.ts';

type Props = {
  model: HistoryModel;
  view: HistoryView;
  /** Null clears all of it. */
  onChange: (change: Partial<HistoryView> | null) => void;
};

/** A value that no level key has to share: keys stand behind a colon. */
const all = 'all';

/** Narrows the history down by level, state and days; what is chosen stands in the address. */
export function HistoryFilters({ model, view, onChange }: Props) {
  const zone = useZone() === 'UTC' ? 'UTC' : 'local time';
  const isNarrowed = Object.values(view).some((part) => part !== null);
  const reversed = view.from !== null && view.to !== null && view.from > view.to;
  return (
    <search
      aria-label="Filter the history"
      className="grid flex-1 grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap"
    >
      <SelectField
        label="Level"
        className="sm:w-40"
        value={view.level === null ? all : `:${view.level}`}
        onChange={({ target }) => onChange({ level: target.value === all ? null : target.value.slice(1) })}
      >
        <option value={all}>All levels</option>
        {levelOptions(model, view.level).map(([key, count]) => (
          <option key={key} value={`:${key}`}>
            {`${levelName(key)} (${groupedDigits(count)})`}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="State"
        className="sm:w-36"
        value={view.state ?? all}
        onChange={({ target }) =>
          onChange({ state: historyStates.find((state) => state === target.value) ?? null })
        }
      >
        <option value={all}>All states</option>
        {historyStates.map((state) => (
          <option key={state} value={state}>
            {stateWord(state)}
          </option>
        ))}
      </SelectField>
      <Field
        label={`From (${zone})`}
        type="date"
        className="sm:w-38"
        value={view.from ?? ''}
        onChange={({ target }) => onChange({ from: dayOf(target.value) })}
      />
      <Field
        label={`To (${zone})`}
        type="date"
        className="sm:w-38"
        value={view.to ?? ''}
        problem={reversed ? '“To” lies before “From”.' : null}
        onChange={({ target }) => onChange({ to: dayOf(target.value) })}
      />
      {isNarrowed && (
        <Button variant="quiet" className="sm:mt-6" onClick={() => onChange(null)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** All levels, the most used first, and the one that the address names although no record does. */
function levelOptions({ levelCounts }: HistoryModel, chosen: string | null): [string, number][] {
  const options = [...levelCounts].sort((a, b) => b[1] - a[1]);
  return chosen === null || levelCounts.has(chosen) ? options : [...options, [chosen, 0]];
}
