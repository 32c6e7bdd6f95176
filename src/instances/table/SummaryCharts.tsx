import { type ReactNode, useMemo } from 'react';
import { formatDay } from '../../format/time.ts';
import { formatCount, formatNumber } from '../../format/words.ts';
import { Legend, type Segment, SegmentedBar } from '../../ui/SegmentedBar.tsx';
import type { InstanceRow } from '../instanceRow.ts';
import {
  type CreationDateSummary,
  groupSmallSegments,
  summarizeCreated,
  summarizeDatabases,
  summarizeRegions,
} from './summary.ts';
import { type DayRange, useTableView } from './tableView.ts';

export function SummaryCharts({ rows }: { rows: readonly InstanceRow[] }) {
  const [view, changeView] = useTableView();
  const databases = useMemo(() => summarizeDatabases(rows), [rows]);
  const regions = useMemo(() => summarizeRegions(rows), [rows]);
  const created = useMemo(() => summarizeCreated(rows, Date.now()), [rows]);

  function toggleDatabase(name: string) {
    const others = view.databases.filter((each) => each !== name);
    changeView({ databases: others.length < view.databases.length ? others : [...others, name] });
  }
  return (
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
      {created === null ? (
        <Part title="Created" className="@max-2xl:hidden" />
      ) : (
        <CreatedColumns created={created} />
      )}
    </>
  );
}

type PartProps = { title: string; aside?: ReactNode; className: string; children?: ReactNode };

function Part({ title, aside, className, children }: PartProps) {
  return (
    <section aria-label={title} className={`min-w-0 px-4 pt-3 pb-2 ${className}`}>
      <h2 className="mb-2 flex h-4 items-center justify-between text-small text-muted @max-2xl:sr-only">
        <span>{title}</span>
        {aside}
      </h2>
      {children ?? <p className="text-small text-faint">Not provided</p>}
    </section>
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
  if (segments.length === 0) return <Part title={title} className={className} />;
  const { named, others } = groupSmallSegments(segments);
  return (
    <Part title={title} aside={<span>{formatNumber(segments.length)}</span>} className={className}>
      <SegmentedBar label={title} segments={[...named, ...others]} />
      <div className="mt-1">
        <Legend segments={named} onSelect={onSelect} selected={selected} />
      </div>
    </Part>
  );
}

/** Only columns older than two years have a color. */
function CreatedColumns({
  created: { columns, first, last, oldCount, oldRange },
}: {
  created: CreationDateSummary;
}) {
  const [view, changeView] = useTableView();
  const highest = Math.max(...columns.map(({ count }) => count));
  const isChosen = ({ from, to }: DayRange) => view.created?.from === from && view.created.to === to;
  const choose = (range: DayRange) => changeView({ created: isChosen(range) ? null : range });
  const oldButton = oldCount > 0 && (
    <button
      type="button"
      aria-pressed={isChosen(oldRange)}
      onClick={() => choose(oldRange)}
      className="-mr-1 rounded-chip px-1 transition-colors hover:bg-hover hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-text"
    >
      {`${formatNumber(oldCount)} older than 2 years`}
    </button>
  );
  return (
    <Part title="Created" aside={oldButton} className="flex flex-col @max-2xl:hidden">
      <div className="flex min-h-6.5 flex-1 items-end gap-0.75">
        {columns.map(({ range, days, count, isOld }) => (
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
        ))}
      </div>
      <div className="mt-1 flex justify-between text-small text-faint">
        <span>{toMonth(first)}</span>
        <span>{toMonth(last)}</span>
      </div>
    </Part>
  );
}

function toMonth(ms: number): string {
  return formatDay(ms).replace(/^\d+ /, '');
}
