import { memo, useId, useMemo, useState } from 'react';
import { toSafeText } from '../ui/confusables.ts';
import { useOneTabStop } from '../ui/Toolbar.tsx';
import { formatInstant, type Zone } from '../ui/time.ts';
import { useZone } from '../ui/usePreferences.ts';
import { useWindowWidth } from '../ui/windowWidth.ts';
import { createChartBars, createChartTicks, getChartRange, toPercent } from './chart.ts';
import { getStateAt, type HistoryEntry, type HistoryModel, type Span } from './history.ts';
import type { HistoryView } from './historyView.ts';
import { getLevelClasses, getLevelKey, getLevelName } from './levels.tsx';
import {
  describeGap,
  formatDuration,
  formatGapAndOverlapCounts,
  openEndText,
  stateLabels,
} from './sentences.ts';

type LevelChartProps = {
  model: HistoryModel;
  view: HistoryView;
  now: number;
  onSelect: (entry: HistoryEntry) => void;
};

const laneHeightPx = 28;
/** Width of a date label (80 px) in percent of the chart, by minimum window width (px). */
const labelWidths = new Map([
  [0, 27],
  [768, 18],
  [1024, 11],
]);

/** A chart of the levels in the selected days. Each bar links to its record in the list. */
export function LevelChart({ model, view, now, onSelect }: LevelChartProps) {
  const zone = useZone();
  const descriptionId = useId();
  const windowWidth = useWindowWidth();
  const [description, setDescription] = useState<string | null>(null);
  const range = useMemo(() => getChartRange(model, view, now, zone), [model, view, now, zone]);
  const ticks = createChartTicks(range, labelWidths.get(windowWidth) ?? 8, now, zone);
  return (
    <section
      aria-labelledby={`${descriptionId}-heading`}
      aria-describedby={descriptionId}
      className="rounded-lg border border-line bg-surface px-4 py-3 print:hidden"
    >
      <div className="mb-2 flex items-baseline justify-between gap-6">
        <h2 id={`${descriptionId}-heading`} className="shrink-0 font-semibold">
          Levels over time
        </h2>
        <p aria-hidden="true" className="min-w-0 truncate text-small text-muted">
          {description}
        </p>
      </div>
      <p id={descriptionId} className="sr-only">
        {`The chart covers the time from ${formatInstant(range.from, zone)} to ${formatInstant(range.to, zone)}. The whole history has ${formatGapAndOverlapCounts(model)}. The list below contains every record that matches the filters.`}
      </p>
      <ChartBars model={model} range={range} now={now} onSelect={onSelect} onDescribe={setDescription} />
      <div aria-hidden="true" className="relative h-5 text-small text-muted">
        {ticks.map(({ left, label }) => (
          <span key={left} className="chart-tick" style={{ left: `${left}%` }}>
            {label}
          </span>
        ))}
        {spanIncludes(range, now) && (
          <span className="chart-now" style={{ left: `${toPercent(now, range)}%` }}>
            now
          </span>
        )}
      </div>
    </section>
  );
}

type ChartBarsProps = Omit<LevelChartProps, 'view'> & {
  range: Span;
  /** Receives the description of the hovered or focused bar, or null if there is none. */
  onDescribe: (description: string | null) => void;
};

const ChartBars = memo(function ChartBars(props: ChartBarsProps) {
  const { model, range, now, onSelect, onDescribe } = props;
  const zone = useZone();
  const { bars, lanes } = createChartBars(model.includedEntries, range);
  const describeEntry = (entry: HistoryEntry) =>
    [
      toSafeText(getLevelName(entry.record.level)),
      formatDates(entry, zone),
      formatDuration(entry, now),
      stateLabels[getStateAt(entry, now)].toLowerCase(),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <div
      {...useOneTabStop<HTMLDivElement>()}
      className="relative overflow-hidden rounded-sm bg-sunken"
      style={{ height: lanes * laneHeightPx }}
    >
      {model.includedEntries.map(({ index, gap }) =>
        gap === null || gap.to < range.from || gap.from > range.to ? null : (
          <span
            key={index}
            role="img"
            aria-label={describeGap(gap)}
            title={describeGap(gap)}
            className="chart-gap"
            style={{
              left: `${toPercent(gap.from, range)}%`,
              width: `${toPercent(gap.to, range) - toPercent(gap.from, range)}%`,
            }}
          />
        ),
      )}
      {spanIncludes(range, now) && (
        <span aria-hidden="true" className="chart-now-line" style={{ left: `${toPercent(now, range)}%` }} />
      )}
      {bars.map(({ entry, lane, left, width }) => (
        <a
          key={entry.index}
          href={`#record-${entry.index}`}
          aria-label={describeEntry(entry)}
          className={`chart-bar ${getLevelClasses(model.levelStyles.get(getLevelKey(entry.record.level)))}`}
          style={{ left: `${left}%`, width: `${width}%`, top: lane * laneHeightPx, height: laneHeightPx }}
          onPointerEnter={() => onDescribe(describeEntry(entry))}
          onPointerLeave={() => onDescribe(null)}
          onFocus={() => onDescribe(describeEntry(entry))}
          onBlur={() => onDescribe(null)}
          onClick={(event) => {
            event.preventDefault();
            onSelect(entry);
          }}
        >
          <bdi className="chart-label">{toSafeText(getLevelName(entry.record.level))}</bdi>
        </a>
      ))}
    </div>
  );
});

function formatDates(entry: HistoryEntry, zone: Zone): string {
  const start = formatInstant(entry.from ?? 0, zone);
  const openEnd = openEndText(entry);
  return openEnd === null
    ? `${start} to ${formatInstant(entry.statedTo ?? 0, zone)}`
    : `from ${start}, ${openEnd}`;
}

function spanIncludes({ from, to }: Span, moment: number): boolean {
  return from <= moment && moment < to;
}
