import { ChevronDown } from 'lucide-react';
import type { RefObject } from 'react';
import { formatCount, formatNumber } from '../format/text.ts';
import { Button } from '../ui/Button.tsx';
import { DateField } from '../ui/fields.tsx';
import type { SubscriptionHistory } from './history.ts';
import type { HistoryView } from './historyView.ts';
import { formatLevelName } from './levels.tsx';

type ChangeView = (change: Partial<HistoryView>) => void;

type FiltersProps = {
  history: SubscriptionHistory;
  view: HistoryView;
  recordCount: number;
  onChange: ChangeView;
  onClear: () => void;
  ref: RefObject<HTMLElement | null>;
};

export function HistoryFilters({ history, view, recordCount, onChange, onClear, ref }: FiltersProps) {
  const isFiltered = view.level !== null || view.from !== null || view.to !== null;
  const isReversed = view.from !== null && view.to !== null && view.from > view.to;
  const count = `${formatNumber(recordCount)} of ${formatCount(history.entries.length, 'record')}`;
  return (
    <search
      ref={ref}
      aria-label="Filter the history"
      className="flex flex-wrap items-center gap-2 print:hidden"
    >
      <div className="max-sm:basis-full">
        <LevelSelect history={history} level={view.level} onChange={onChange} />
      </div>
      <div className="flex gap-2 max-sm:grid max-sm:basis-full max-sm:grid-cols-2 max-sm:[&_input]:basis-full">
        <DateField label="From" value={view.from} onChange={(from) => onChange({ from })} />
        <DateField label="To" value={view.to} onChange={(to) => onChange({ to })} />
      </div>
      <p role="status" className={`text-control ${isReversed ? 'text-danger' : 'text-muted'}`}>
        {isFiltered && <span>{isReversed ? '"To" is before "From", so no record matches.' : count}</span>}
      </p>
      {isFiltered && (
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
