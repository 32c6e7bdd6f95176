import { useDeferredValue } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useZone } from '../../../ui/useZone.ts';
import { levelName } from '../labels/levelName.ts';
import { stateWord } from '../labels/stateWord.ts';
import type { HistoryDigest } from './HistoryDigest.ts';
import type { HistoryView } from './HistoryView.ts';
import { readHistoryView } from './readHistoryView.ts';

type Props = {
  digest: HistoryDigest;
  view: HistoryView;
  onChange: (change: Partial<HistoryView>) => void;
};

const states = ['current', 'scheduled', 'ended', 'unknown'] as const;
/** A value that no level key has to share: keys stand behind a colon. */
const all = 'all';

/** Narrows the history down by level, state and days; what is chosen stands in the address. */
export function HistoryFilters({ digest, view, onChange }: Props) {
  const zone = useZone() === 'UTC' ? 'UTC' : 'local time';
  const isNarrowed = Object.values(view).some((part) => part !== null);
  // A field for a day is slow to make: the records come before it, and it into the room kept for it.
  const hasDays = useDeferredValue(true, false);
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
        {levelOptions(digest, view.level).map(([key, count]) => (
          <option key={key} value={`:${key}`}>
            {`${levelName(key)} (${groupedDigits(count)})`}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="State"
        className="sm:w-36"
        value={view.state ?? all}
        onChange={({ target }) => onChange({ state: states.find((state) => state === target.value) ?? null })}
      >
        <option value={all}>All states</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {stateWord(state)}
          </option>
        ))}
      </SelectField>
      {hasDays ? (
        <>
          <Field
            label={`From (${zone})`}
            type="date"
            className="sm:w-38"
            value={view.from ?? ''}
            onChange={({ target }) => onChange({ from: asDay(target.value) })}
          />
          <Field
            label={`To (${zone})`}
            type="date"
            className="sm:w-38"
            value={view.to ?? ''}
            problem={reversed ? '“To” lies before “From”.' : null}
            onChange={({ target }) => onChange({ to: asDay(target.value) })}
          />
        </>
      ) : (
        <>
          <div className="h-15.5 sm:w-38" />
          <div className="h-15.5 sm:w-38" />
        </>
      )}
      {isNarrowed && (
        <Button
          look="quiet"
          className="sm:mt-6"
          onClick={() => onChange({ level: null, state: null, from: null, to: null })}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** All levels, the most used first, and the one that the address names although no record does. */
function levelOptions({ levelCounts }: HistoryDigest, chosen: string | null): [string, number][] {
  const options = [...levelCounts].sort((a, b) => b[1] - a[1]);
  return chosen === null || levelCounts.has(chosen) ? options : [...options, [chosen, 0]];
}

function asDay(value: string): string | null {
  return readHistoryView(new URLSearchParams({ from: value })).from;
}
