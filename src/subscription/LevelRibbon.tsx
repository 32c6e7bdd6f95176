import { memo } from 'react';
import { formatDay } from '../ui/time.ts';
import { ChartPointer } from './ChartPointer.tsx';
import { chooseBars, getChartRange, toPercent } from './chart.ts';
import type { HistoryModel } from './history.ts';
import { levelKeyOf, type Segment, type Span } from './historyEntry.ts';
import { getSelectedSpan, type HistoryView } from './historyView.ts';
import { colorOf, LevelName } from './levels.tsx';
import { describeGaps, describeOverlaps } from './sentences.ts';

/** The levels over time. Filters dim it, and never change its range. */
export function LevelRibbon({ model, view }: { model: HistoryModel; view: HistoryView }) {
  const range = getChartRange(model);
  const selected = getSelectedSpan(view);
  const name = `Levels from ${formatDay(range.from)} to ${formatDay(range.to)}: ${describeGaps(model)}, ${describeOverlaps(model)}. The list below has every record.`;
  return (
    <div className="relative h-11">
      <div role="img" aria-label={name} className="absolute inset-0">
        <Bars model={model} level={view.level} />
        <Shade from={range.from} to={selected.from} range={range} />
        <Shade from={selected.to} to={range.to} range={range} />
      </div>
      <ChartPointer model={model} range={range} />
      {view.on !== null && view.on >= range.from && view.on <= range.to && (
        <i
          className="pointer-events-none absolute -top-2 -bottom-1.5 w-0.5 -translate-x-1/2 rounded-full bg-text"
          style={{ left: `${toPercent(view.on, range)}%` }}
        />
      )}
      <i
        className="pointer-events-none absolute -inset-y-1.5 w-0.5 -translate-x-1/2 rounded-full bg-danger"
        style={{ left: `${toPercent(model.now, range)}%` }}
      />
    </div>
  );
}

type BarsProps = { model: HistoryModel; level: HistoryView['level'] };

// Of 10 000 records, 2 000 bars are visible, and drawing them again would delay each key in a date field.
const Bars = memo(function Bars({ model, level }: BarsProps) {
  const range = getChartRange(model);
  return chooseBars(model, range).map((segment) => (
    <Bar
      key={segment.from}
      segment={segment}
      model={model}
      range={range}
      isDimmed={level !== null && segment.entry !== null && levelKeyOf(segment.entry) !== level}
    />
  ));
});

type BarProps = { segment: Segment; model: HistoryModel; range: Span; isDimmed: boolean };

function Bar({ segment: { from, to, entry }, model, range, isDimmed }: BarProps) {
  const left = toPercent(from, range);
  const width = toPercent(to, range) - left;
  const position = { left: `${left}%`, width: `calc(${width}% - 2px)` };
  const box = 'absolute inset-y-0 min-w-px overflow-hidden rounded-chip';
  if (entry === null)
    return (
      <i
        style={position}
        className={`${box} border-[1.5px] border-dashed border-notice-line bg-notice-soft`}
      />
    );
  const look = isDimmed ? 'opacity-25' : from > model.now ? scheduledLook : 'text-on-hue';
  const hasLabel = !isDimmed && width >= minLabelWidth;
  return (
    <div
      data-color={colorOf(levelKeyOf(entry), model)}
      style={position}
      className={`segment ${hasLabel ? '@container' : ''} ${box} ${look}`}
    >
      {hasLabel && (
        <span className="block truncate px-2 text-[0.6875rem] leading-11 font-semibold @max-[3.25rem]:hidden">
          <LevelName levelKey={levelKeyOf(entry)} />
        </span>
      )}
    </div>
  );
}

/** In per cent of the chart. A narrower bar has no room for a label on any screen. */
const minLabelWidth = 2;
const scheduledLook = 'bg-[color-mix(in_oklab,var(--fill)_35%,var(--color-surface))] text-text';

/** Dims the time outside the filter. */
function Shade({ from, to, range }: Span & { range: Span }) {
  const left = toPercent(from, range);
  const width = toPercent(to, range) - left;
  if (width <= 0) return null;
  return (
    <i
      className="absolute inset-y-0 bg-surface opacity-75"
      style={{ left: `${left}%`, width: `${width}%` }}
    />
  );
}
