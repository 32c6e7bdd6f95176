import { useDeferredValue, useMemo } from 'react';
import type { InstanceRow } from '../deletion/instanceRow.ts';
import { Legend, type Segment, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { formatDay } from '../ui/time.ts';
import { formatCount, formatNumber } from '../ui/words.ts';
import {
  type CreatedSummary,
  foldSegments,
  summarizeCreated,
  summarizeDatabases,
  summarizeRegions,
} from './summary.ts';
import { type DayRange, useTableView } from './tableView.ts';

const none: readonly InstanceRow[] = [];

/** What the workspace has, drawn. Each part filters the table. It keeps its height, because it is filled after the rows. */
export function SummaryStrip({ rows }: { rows: readonly InstanceRow[] }) {
  const shownRows = useDeferredValue(rows, none);
  const [view, changeView] = useTableView();
  const databases = useMemo(() => summarizeDatabases(shownRows), [shownRows]);
  const regions = useMemo(() => summarizeRegions(shownRows), [shownRows]);
  const created = useMemo(() => summarizeCreated(shownRows, Date.now()), [shownRows]);

  function toggleDatabase(name: string) {
    const others = view.databases.filter((each) => each !== name);
    changeView({ databases: others.length < view.databases.length ? others : [...others, name] });
  }
  return (
    <div className="@container mb-3.5 print:hidden">
      <div className="grid h-22.5 grid-cols-[1.25fr_1fr_1fr] divide-x divide-line overflow-hidden rounded-card border border-line bg-surface @max-2xl:h-auto @max-2xl:min-h-9 @max-2xl:grid-cols-1 @max-2xl:divide-x-0 @max-2xl:border-0 @max-2xl:bg-transparent">
        {databases.length > 0 && (
          <>
            <Bars
              title="Databases"
              segments={databases}
              selected={view.databases}
              onSelect={toggleDatabase}
              className="@max-2xl:p-0"
            />
            <Bars
              title="Regions"
              segments={regions}
              selected={view.region === null ? [] : [view.region]}
              onSelect={(region) => changeView({ region: region === view.region ? null : region })}
              className="@max-2xl:hidden"
            />
            <section aria-label="Created" className="min-w-0 px-4 pt-3 @max-2xl:hidden">
              {created === null ? <NoData title="Created" /> : <CreatedColumns created={created} />}
            </section>
          </>
        )}
      </div>
    </div>
  );
}

type BarsProps = {
  title: string;
  segments: readonly Segment[];
  selected: readonly string[];
  onSelect: (key: string) => void;
  className: string;
};

function Bars({ title, segments, selected, onSelect, className }: BarsProps) {
  const { named, others } = foldSegments(segments);
  return (
    <section aria-label={title} className={`min-w-0 px-4 pt-3 ${className}`}>
      {segments.length === 0 ? (
        <NoData title={title} />
      ) : (
        <>
          <h2 className="mb-2 flex justify-between text-small text-muted @max-2xl:sr-only">
            <span>{title}</span>
            {segments.length > 1 && <span>{formatNumber(segments.length)}</span>}
          </h2>
          <SegmentedBar label={title} segments={[...named, ...others]} />
          <div className="mt-1 h-6 overflow-hidden @max-2xl:h-auto">
            <Legend segments={named} onSelect={onSelect} selected={selected} />
          </div>
        </>
      )}
    </section>
  );
}

function NoData({ title }: { title: string }) {
  return (
    <>
      <h2 className="mb-2 text-small text-muted">{title}</h2>
      <p className="text-small text-faint">Not provided</p>
    </>
  );
}

/** Ten columns from the oldest to the newest instance. Those older than two years have a color. */
function CreatedColumns({ created }: { created: CreatedSummary }) {
  const { columns, first, last, oldCount, oldRange } = created;
  const [view, changeView] = useTableView();
  const highest = Math.max(...columns.map(({ count }) => count));
  const isChosen = ({ from, to }: DayRange) => view.created?.from === from && view.created.to === to;
  const choose = (range: DayRange) => changeView({ created: isChosen(range) ? null : range });
  return (
    <>
      <h2 className="flex h-4 items-center justify-between text-small text-muted">
        <span>Created</span>
        {oldCount > 0 && (
          <button
            type="button"
            aria-pressed={isChosen(oldRange)}
            onClick={() => choose(oldRange)}
            className="-mr-1 rounded-chip px-1 transition-colors hover:bg-hover hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-text"
          >
            {`${formatNumber(oldCount)} older than 2 years`}
          </button>
        )}
      </h2>
      <div className="mt-1.5 flex h-7 items-end gap-0.75">
        {columns.map(({ range, firstDay, lastDay, count, isOld }) => {
          const days = `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
          return (
            <button
              key={range.from}
              type="button"
              aria-label={`${days} ${count}`}
              title={`${days}: ${formatCount(count, 'instance')}`}
              aria-pressed={isChosen(range)}
              disabled={count === 0}
              onClick={() => choose(range)}
              className="group flex h-full flex-1 items-end rounded-[2px]"
            >
              <i
                data-color={isOld ? 4 : 'muted'}
                className="segment block w-full rounded-[2px] group-hover:opacity-75 group-aria-pressed:outline-2 group-aria-pressed:outline-offset-1 group-aria-pressed:outline-accent"
                style={{ height: count === 0 ? 1 : `${Math.max(14, (count / highest) * 100)}%` }}
              />
            </button>
          );
        })}
      </div>
      <div className="mt-1 flex justify-between text-small text-faint">
        <span>{toMonth(first)}</span>
        <span>{toMonth(last)}</span>
      </div>
    </>
  );
}

/** "Mar 2024" */
function toMonth(ms: number): string {
  return formatDay(ms).replace(/^\d+ /, '');
}
