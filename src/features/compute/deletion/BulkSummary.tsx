import { groupedDigits } from '../../../ui/words.ts';
import { type DeletionStage, deletionStages } from './outcomes.tsx';

type Counts = ReadonlyMap<DeletionStage, number>;

const barParts: readonly { states: readonly DeletionStage[]; color: string }[] = [
  { states: ['deleted', 'accepted'], color: 'bg-accent-fill' },
  { states: ['unknown', 'mismatch', 'refused', 'gone'], color: 'bg-danger-fill' },
  { states: ['not-sent'], color: 'bg-line-strong' },
];

/** Renders a bar with three segments: deleted, needs attention, not sent. The empty space shows unfinished deletions. */
export function ResultBar({ counts, total }: { counts: Counts; total: number }) {
  const parts = barParts.map(({ states, color }) => ({
    color,
    count: states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
  }));
  const finished = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="mt-2 flex items-center gap-3">
      <div
        role="progressbar"
        aria-label="Deletions with a result"
        aria-valuenow={finished}
        aria-valuemax={total}
        className="flex h-1.5 flex-1 gap-px overflow-hidden rounded-full bg-line"
      >
        {parts.map(({ color, count }) => (
          <span key={color} className={color} style={{ width: `${(100 * count) / total}%` }} />
        ))}
      </div>
      {finished < total && (
        <span className="text-small text-muted">
          {groupedDigits(finished)} of {groupedDigits(total)} finished
        </span>
      )}
    </div>
  );
}

type StageFiltersProps = {
  counts: Counts;
  value: DeletionStage | null;
  onChange: (value: DeletionStage | null) => void;
};

export function StageFilters({ counts, value, onChange }: StageFiltersProps) {
  return (
    <fieldset aria-label="Filter by result" className="mt-3 flex flex-wrap gap-1.5">
      {[...counts].map(([state, count]) => (
        <button
          key={state}
          type="button"
          aria-pressed={value === state}
          onClick={() => onChange(value === state ? null : state)}
          className="min-h-7 rounded-full border border-line-control px-2.5 text-small hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium"
        >
          {groupedDigits(count)} {deletionStages[state].count}
        </button>
      ))}
    </fieldset>
  );
}
