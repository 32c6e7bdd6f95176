import { Legend, SegmentedBar } from '../ui/SegmentedBar.tsx';
import type { EpochMs } from '../ui/time.ts';
import { formatDay } from '../ui/time.ts';
import { ChartPointer } from './ChartPointer.tsx';
import { type AxisLabel, chooseBars, createAxisLabels, getChartRange, toPercent } from './chart.ts';
import type { HistoryModel } from './history.ts';
import { levelKeyOf, type Segment, type Span } from './historyEntry.ts';
import { getSelectedSpan, type HistoryView } from './historyView.ts';
import { LevelOn } from './LevelOn.tsx';
import { colorOf, LevelName } from './levels.tsx';
import { describeGaps, describeOverlaps, nameLevel, toDays } from './sentences.ts';
import { sumPerLevel } from './totals.ts';

type Props = {
  model: HistoryModel;
  view: HistoryView;
  onDayChange: (day: EpochMs | null) => void;
};

/** The level on a day, all levels as a ribbon over time, and the total of each level. */
export function LevelChart({ model, view, onDayChange }: Props) {
  const range = getChartRange(model);
  return (
    <section
      aria-label="Levels over time"
      className="@container rounded-card border border-line bg-surface px-4.5 pt-4 pb-2.5 print:hidden"
    >
      <LevelOn model={model} day={view.on} onChange={onDayChange} />
      <Ribbon model={model} view={view} range={range} />
      {/* Both fit their labels to a width, because the browser measures the chart only after it is drawn. */}
      <Axis labels={createAxisLabels(model, range, 8)} className="@max-3xl:hidden" />
      <Axis labels={createAxisLabels(model, range, 20)} className="@3xl:hidden" />
      <Totals model={model} />
    </section>
  );
}

function Ribbon({ model, view, range }: Omit<Props, 'onDayChange'> & { range: Span }) {
  const selected = getSelectedSpan(view);
  const name = `Levels from ${formatDay(range.from)} to ${formatDay(range.to)}: ${describeGaps(model)}, ${describeOverlaps(model)}. The list below has every record.`;
  return (
    <div className="relative h-11">
      <div role="img" aria-label={name} className="absolute inset-0">
        {chooseBars(model, range).map((segment) => (
          <Bar
            key={segment.from}
            segment={segment}
            model={model}
            range={range}
            isDimmed={
              view.level !== null && segment.entry !== null && levelKeyOf(segment.entry) !== view.level
            }
          />
        ))}
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

type BarProps = { segment: Segment; model: HistoryModel; range: Span; isDimmed: boolean };

function Bar({ segment: { from, to, entry }, model, range, isDimmed }: BarProps) {
  const left = toPercent(from, range);
  const position = { left: `${left}%`, width: `calc(${toPercent(to, range) - left}% - 2px)` };
  const box = 'absolute inset-y-0 min-w-px overflow-hidden rounded-chip';
  if (entry === null)
    return (
      <i
        style={position}
        className={`${box} border-[1.5px] border-dashed border-notice-line bg-notice-soft`}
      />
    );
  const look = isDimmed ? 'opacity-25' : from > model.now ? scheduledLook : 'text-on-hue';
  return (
    <div
      data-color={colorOf(levelKeyOf(entry), model)}
      style={position}
      className={`segment @container ${box} ${look}`}
    >
      {!isDimmed && (
        <span className="block truncate px-2 text-[0.6875rem] leading-11 font-semibold @max-[3.25rem]:hidden">
          <LevelName levelKey={levelKeyOf(entry)} />
        </span>
      )}
    </div>
  );
}

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

function Axis({ labels, className }: { labels: readonly AxisLabel[]; className: string }) {
  return (
    <div aria-hidden="true" className={`relative h-8.5 text-small ${className}`}>
      {labels.map(({ text, left, kind }) => (
        <span
          key={`${kind}${left}`}
          className={`absolute top-2.25 whitespace-nowrap ${labelLooks[kind]} ${left < 4 ? '' : '-translate-x-1/2'}`}
          style={{ left: `${left}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

const labelLooks: Record<AxisLabel['kind'], string> = {
  now: 'font-medium text-danger',
  gap: 'font-medium text-notice',
  tick: 'text-faint',
};

/** More levels than this are one segment. */
const maxTotals = 12;

function Totals({ model }: { model: HistoryModel }) {
  const totals = sumPerLevel(model);
  const sumMs = totals.reduce((sum, { ms }) => sum + ms, 0);
  if (sumMs === 0) return null;
  const toSegment = (key: string, label: string, ms: number) => ({
    key,
    label,
    value: ms,
    color: key === 'others' ? ('muted' as const) : colorOf(key.slice(1), model),
    text: `${Math.round(toDays(ms))} d · ${Math.round((100 * ms) / sumMs)} %`,
  });
  const segments = totals
    .slice(0, maxTotals)
    .map(({ level, ms }) => toSegment(`:${level}`, nameLevel(level), ms));
  const otherMs = totals.slice(maxTotals).reduce((sum, { ms }) => sum + ms, 0);
  if (otherMs > 0) segments.push(toSegment('others', `${totals.length - maxTotals} other levels`, otherMs));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <SegmentedBar label="Time per level until now" segments={segments} height={6} />
      <Legend segments={segments} />
    </div>
  );
}
