import { memo, type PointerEvent, useState } from 'react';
import { type EpochMs, formatDay } from '../format/time.ts';
import { Legend, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { type AxisLabel, chooseBars, createAxisLabels, getChartRange, toPercent } from './chart.ts';
import type { HistoryModel } from './history.ts';
import { getLevelKey, type Span } from './historyRecord.ts';
import { getSelectedSpan, type HistoryView } from './historyView.ts';
import { colorOf, LevelName } from './LevelName.tsx';
import { findLevelAt, type LevelSpan, sumPerLevel } from './levels.ts';
import { describeGapsAndOverlaps, nameLevel, toDays } from './sentences.ts';

type Props = { model: HistoryModel; view: HistoryView };

/** Filters dim the ribbon, and never change its range. */
export function LevelChart({ model, view }: Props) {
  const range = getChartRange(model);
  const selected = getSelectedSpan(view);
  const name = `Levels from ${formatDay(range.from)} to ${formatDay(range.to)}: ${describeGapsAndOverlaps(model)}. The list below has every record.`;
  return (
    <>
      <div className="relative h-11">
        <div role="img" aria-label={name} className="absolute inset-0">
          <Bars model={model} level={view.level} />
          <Shade from={range.from} to={selected.from} range={range} />
          <Shade from={selected.to} to={range.to} range={range} />
        </div>
        <Pointer model={model} range={range} />
        {view.on !== null && view.on >= range.from && view.on <= range.to && (
          <i className={`${markLook} -top-2 bg-text`} style={{ left: `${toPercent(view.on, range)}%` }} />
        )}
        <i className={`${markLook} -top-1.5 bg-danger`} style={{ left: `${toPercent(model.now, range)}%` }} />
      </div>
      {/* Both fit their labels to a width, because the browser measures the chart only after it is drawn. */}
      <Axis labels={createAxisLabels(model, range, 8)} className="@max-3xl:hidden" />
      <Axis labels={createAxisLabels(model, range, 20)} className="@3xl:hidden" />
      <Totals model={model} />
    </>
  );
}

const markLook = 'pointer-events-none absolute -bottom-1.5 w-0.5 -translate-x-1/2 rounded-full';

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
      isDimmed={level !== null && segment.entry !== null && getLevelKey(segment.entry) !== level}
    />
  ));
});

type BarProps = { segment: LevelSpan; model: HistoryModel; range: Span; isDimmed: boolean };

function Bar({ segment: { from, to, entry }, model, range, isDimmed }: BarProps) {
  const left = toPercent(from, range);
  const width = toPercent(to, range) - left;
  const style = { left: `${left}%`, width: `calc(${width}% - 2px)` };
  const box = 'absolute inset-y-0 min-w-px overflow-hidden rounded-chip';
  if (entry === null)
    return (
      <i style={style} className={`${box} border-[1.5px] border-dashed border-notice-line bg-notice-soft`} />
    );
  const look = isDimmed ? 'opacity-25' : from > model.now ? scheduledLook : 'text-on-hue';
  const hasLabel = !isDimmed && width >= minLabelWidth;
  return (
    <div
      data-color={colorOf(getLevelKey(entry), model)}
      style={style}
      className={`segment ${hasLabel ? '@container' : ''} ${box} ${look}`}
    >
      {hasLabel && (
        <span className="block truncate px-2 text-[0.6875rem] leading-11 font-semibold @max-[3.25rem]:hidden">
          <LevelName levelKey={getLevelKey(entry)} />
        </span>
      )}
    </div>
  );
}

/** In per cent of the chart. A narrower bar has no room for a label on any screen. */
const minLabelWidth = 2;
const scheduledLook = 'bg-[color-mix(in_oklab,var(--fill)_35%,var(--color-surface))] text-text';

function Shade({ from, to, range }: Span & { range: Span }) {
  const left = toPercent(from, range);
  const width = Math.max(0, toPercent(to, range) - left);
  return (
    <i
      className="absolute inset-y-0 bg-surface opacity-75"
      style={{ left: `${left}%`, width: `${width}%` }}
    />
  );
}

/** Its own component, so that the bars aren't drawn again. */
function Pointer({ model, range }: { model: HistoryModel; range: Span }) {
  const [moment, setMoment] = useState<EpochMs | null>(null);

  function follow({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setMoment(range.from + ((range.to - range.from) * (clientX - left)) / width);
  }

  return (
    <div
      aria-hidden="true"
      className="absolute inset-0"
      onPointerMove={follow}
      onPointerLeave={() => setMoment(null)}
    >
      {moment !== null && (
        <div
          className="pointer-events-none absolute inset-y-0"
          style={{ left: `${toPercent(moment, range)}%` }}
        >
          <i className="absolute -inset-y-1.5 -left-px w-px bg-text" />
          <span
            className="absolute bottom-full mb-2 flex gap-1.5 rounded-chip bg-text px-1.5 text-small leading-5 whitespace-nowrap text-page"
            style={{ transform: `translateX(-${toPercent(moment, range)}%)` }}
          >
            <span>{formatDay(moment)}</span>
            <b className="font-semibold">
              <MomentLevel model={model} moment={moment} />
            </b>
          </span>
        </div>
      )}
    </div>
  );
}

function MomentLevel({ model, moment }: { model: HistoryModel; moment: EpochMs }) {
  const { kind, entry } = findLevelAt(model, moment);
  if (kind === 'level') return <LevelName levelKey={getLevelKey(entry)} />;
  return <span key={kind}>{kind === 'none' ? 'No subscription' : 'Unknown'}</span>;
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
  const others = totals.slice(maxTotals);
  const otherMs = others.reduce((sum, { ms }) => sum + ms, 0);
  if (otherMs > 0) segments.push(toSegment('others', `${others.length} other levels`, otherMs));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <SegmentedBar label="Time per level until now" segments={segments} height={6} />
      <Legend segments={segments} />
    </div>
  );
}
