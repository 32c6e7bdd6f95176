import { type PointerEvent, useState } from 'react';
import { type EpochMs, formatDay } from '../format/time.ts';
import { Legend } from '../ui/SegmentedBar.tsx';
import { type AxisLabel, type Bar, createAxisLabels, createBars, getChartRange, toPercent } from './chart.ts';
import { clipSpans, type SubscriptionHistory, sumPerLevel } from './history.ts';
import type { Span } from './historyRecord.ts';
import type { HistoryView } from './historyView.ts';
import { colorOf, describeGaps, formatShare, LevelName, LevelWord, nameLevel } from './sentences.tsx';

type Props = { history: SubscriptionHistory; view: HistoryView; selected: Span | null };

/** Filters dim bars, and never change the range of the chart. */
export function LevelChart({ history, view: { level, on }, selected }: Props) {
  const range = getChartRange(history);
  const day = Date.parse(on ?? '');
  const isDayInChart = day >= range.from && day <= range.to;
  const leftOf = (moment: EpochMs) => ({ left: `${toPercent(moment, range)}%` });
  const name = `Levels from ${formatDay(range.from)} to ${formatDay(range.to)}: ${describeGaps(history.gaps)}. The list below has every record.`;
  return (
    <>
      <div className="relative h-11">
        <div role="img" aria-label={name} className="absolute inset-0">
          {createBars(history, range, selected).map((bar) => (
            <ChartBar
              key={bar.from}
              bar={bar}
              history={history}
              range={range}
              isDimmed={bar.isOutside || (level !== null && bar.run !== null && bar.run.level !== level)}
            />
          ))}
        </div>
        <Pointer history={history} range={range} />
        {isDayInChart && <i className={`${markLook} -top-2 border-text`} style={leftOf(day)} />}
        <i className={`${markLook} -top-1.5 border-danger`} style={leftOf(history.now)} />
      </div>
      {/* Both fit their labels to a width, because the browser measures the chart only after it is drawn. */}
      <Axis labels={createAxisLabels(history, range, 11)} className="@max-3xl:hidden" />
      <Axis labels={createAxisLabels(history, range, 26)} className="@3xl:hidden" />
      <Totals history={history} selected={selected} />
    </>
  );
}

/** Borders, unlike backgrounds, are visible on paper and in forced colors. */
const markLook = 'pointer-events-none absolute -bottom-1.5 -translate-x-1/2 border-l-2';

/** In per cent of the chart. A narrower bar has no room for a label on any screen. */
const minLabelWidth = 2;

type BarProps = { bar: Bar; history: SubscriptionHistory; range: Span; isDimmed: boolean };

function ChartBar({ bar: { from, to, run }, history, range, isDimmed }: BarProps) {
  const left = toPercent(from, range);
  const width = toPercent(to, range) - left;
  const style = { left: `${left}%`, width: `calc(${width}% - 2px)` };
  const box = 'absolute inset-y-0 min-w-px overflow-hidden rounded-chip';
  if (run === null)
    return (
      <i style={style} className={`${box} border-[1.5px] border-dashed border-notice-line bg-notice-soft`} />
    );
  const look = isDimmed ? dimmedLook : from > history.now ? scheduledLook : 'text-on-hue';
  const hasLabel = width >= minLabelWidth;
  return (
    <div
      data-color={run.level === null ? 'muted' : colorOf(run.level, history)}
      style={style}
      className={`segment ${hasLabel ? '@container' : ''} ${box} ${run.level === null ? 'text-text' : look}`}
    >
      {hasLabel && (
        <span className="block px-1.5 leading-11 @max-[3.25rem]:hidden">
          <span className="segment-label inline-block max-w-full truncate px-0.5 align-middle text-[0.6875rem] leading-4 font-semibold">
            {run.level === null ? <span>Unknown</span> : <LevelName level={run.level} />}
          </span>
        </span>
      )}
    </div>
  );
}

// The text has its full contrast, because only the background is mixed.
const dimmedLook =
  'forced-colors:border-dotted print:border-dotted bg-[color-mix(in_oklab,var(--fill)_18%,var(--color-surface))] text-text';
const scheduledLook = 'bg-[color-mix(in_oklab,var(--fill)_35%,var(--color-surface))] text-text';

/** It has its own state, so that the bars aren't drawn again. */
function Pointer({ history, range }: { history: SubscriptionHistory; range: Span }) {
  const [moment, setMoment] = useState<EpochMs | null>(null);
  const left = toPercent(moment ?? 0, range);

  function follow({ currentTarget, clientX }: PointerEvent) {
    const box = currentTarget.getBoundingClientRect();
    setMoment(range.from + ((range.to - range.from) * (clientX - box.left)) / box.width);
  }

  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 print:hidden"
      onPointerMove={follow}
      onPointerLeave={() => setMoment(null)}
    >
      {moment !== null && (
        <div className="pointer-events-none absolute inset-y-0 z-10" style={{ left: `${left}%` }}>
          <i className="absolute -inset-y-1.5 -left-px border-l border-text" />
          {/* Below the chart, because the answer of "Level on" is above it. */}
          <span
            className="absolute top-full mt-2 flex gap-1.5 rounded-chip bg-text px-1.5 text-small leading-5 whitespace-nowrap text-page forced-colors:border"
            style={{ transform: `translateX(-${left}%)` }}
          >
            <span>{formatDay(moment)}</span>
            <b className="font-semibold">
              <LevelWord history={history} moment={moment} />
            </b>
          </span>
        </div>
      )}
    </div>
  );
}

function Axis({ labels, className }: { labels: readonly AxisLabel[]; className: string }) {
  return (
    <div aria-hidden="true" className={`relative h-8.5 text-small ${className}`}>
      {labels.map(({ text, left, kind }) => (
        <span
          key={`${kind}${left}`}
          className={`absolute top-2.25 whitespace-nowrap ${labelLooks[kind]} ${left < 4 ? '' : left > 96 ? '-translate-x-full' : '-translate-x-1/2'}`}
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

function Totals({ history, selected }: Pick<Props, 'history' | 'selected'>) {
  const span = selected ?? { from: Number.NEGATIVE_INFINITY, to: history.now };
  const totals = sumPerLevel(clipSpans(history.runs, span));
  const sumMs = totals.reduce((sum, { ms }) => sum + ms, 0);
  const segments = totals.map(({ level, ms }) => ({
    key: level,
    label: nameLevel(level),
    value: ms,
    color: colorOf(level, history),
    text: `${formatShare(ms, selected)}${selected === null ? ` · ${Math.round((100 * ms) / sumMs)} %` : ''}`,
  }));
  return <Legend segments={segments} />;
}
