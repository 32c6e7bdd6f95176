import { formatNumber } from '../ui/words.ts';
import { type DeletionStage, deletionStages } from './outcomes.tsx';

type StageCounts = ReadonlyMap<DeletionStage, number>;

const barSegments: readonly { stages: readonly DeletionStage[]; color: string }[] = [
  { stages: ['deleted', 'accepted'], color: 'bg-accent-fill' },
  { stages: ['unknown', 'mismatch', 'refused', 'gone'], color: 'bg-danger-fill' },
  { stages: ['not-sent'], color: 'bg-line-strong' },
];

/** Renders a bar with three segments: deleted, needs attention, not sent. The empty space shows unfinished deletions. */
export function ResultBar({ counts, total }: { counts: StageCounts; total: number }) {
  const segments = barSegments.map(({ stages, color }) => ({
    color,
    count: stages.reduce((sum, stage) => sum + (counts.get(stage) ?? 0), 0),
  }));
  const finishedCount = segments.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="mt-2 flex items-center gap-3">
      <div
        role="progressbar"
        aria-label="Deletions with a result"
        aria-valuenow={finishedCount}
        aria-valuemax={total}
        className="flex h-1.5 flex-1 gap-px overflow-hidden rounded-full bg-line"
      >
        {segments.map(({ color, count }) => (
          <span key={color} className={color} style={{ width: `${(100 * count) / total}%` }} />
        ))}
      </div>
      {finishedCount < total && (
        <span className="text-small text-muted">
          {formatNumber(finishedCount)} of {formatNumber(total)} finished
        </span>
      )}
    </div>
  );
}

type StageFiltersProps = {
  counts: StageCounts;
  value: DeletionStage | null;
  onChange: (value: DeletionStage | null) => void;
};

export function StageFilters({ counts, value, onChange }: StageFiltersProps) {
  return (
    <fieldset aria-label="Filter by result" className="mt-3 flex flex-wrap gap-1.5">
      {[...counts].map(([stage, count]) => (
        <button
          key={stage}
          type="button"
          aria-pressed={value === stage}
          onClick={() => onChange(value === stage ? null : stage)}
          className="min-h-7 rounded-full border border-line-control px-2.5 text-small hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium"
        >
          {formatNumber(count)} {deletionStages[stage].countLabel}
        </button>
      ))}
    </fieldset>
  );
}
