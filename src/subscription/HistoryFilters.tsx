import { ChevronDown } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { formatCount, formatNumber } from '../format/text.ts';
import { Button } from '../ui/Button.tsx';
import { DateField } from '../ui/fields.tsx';
import type { SubscriptionHistory } from './history.ts';
import { useHistoryView } from './historyView.ts';
import { formatLevelName } from './levels.tsx';

type Props = { history: SubscriptionHistory; recordCount: number };

export function HistoryFilters({ history, recordCount }: Props) {
  const [view, changeView] = useHistoryView();
  const select = useRef<HTMLSelectElement>(null);
  const isFiltered = view.level !== null || view.from !== null || view.to !== null;
  const isReversed = view.from !== null && view.to !== null && view.from > view.to;
  const count = `${formatNumber(recordCount)} of ${formatCount(history.entries.length, 'record')}`;

  function clearFilters() {
    void changeView({ level: null, from: null, to: null });
    // The button that had the focus disappears.
    select.current?.focus();
  }
  return (
    <search aria-label="Filter the history" className="flex flex-wrap items-center gap-2 print:hidden">
      <LevelSelect levels={history.levels} ref={select} />
      <div className="flex gap-2 max-sm:grid max-sm:basis-full max-sm:grid-cols-2 max-sm:[&_input]:basis-full">
        <DateField label="From" value={view.from} onChange={(from) => void changeView({ from })} />
        <DateField label="To" value={view.to} onChange={(to) => void changeView({ to })} />
      </div>
      <p role="status" className={`text-control ${isReversed ? 'text-danger' : 'text-muted'}`}>
        {isFiltered && <span>{isReversed ? '"To" is before "From", so no record matches.' : count}</span>}
      </p>
      {isFiltered && (
        <Button variant="quiet" size="small" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

type SelectProps = { levels: readonly string[]; ref: RefObject<HTMLSelectElement | null> };

/** The chosen level stays in the list even if no record has it. The colon tells the empty level from "All levels". */
function LevelSelect({ levels, ref }: SelectProps) {
  const [{ level }, changeView] = useHistoryView();
  const options = new Set(level === null ? levels : [...levels, level]);
  return (
    <span className="relative inline-flex max-w-48">
      <select
        ref={ref}
        aria-label="Level"
        value={level === null ? '' : `:${level}`}
        onChange={({ target: { value } }) => void changeView({ level: value === '' ? null : value.slice(1) })}
        className="min-h-8 w-full appearance-none truncate rounded-control border border-line-control bg-surface pr-8 pl-3 text-control font-medium hover:bg-hover touch:min-h-10"
      >
        <option value="">All levels</option>
        {[...options].map((each) => (
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
