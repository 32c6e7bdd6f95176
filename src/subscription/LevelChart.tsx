import { type PointerEvent, useState } from 'react';
import { dayMs, type EpochMs, formatDay } from '../format/time.ts';
import { Legend } from '../ui/SegmentedBar.tsx';
import type { HistoryView } from './HistoryFilters.tsx';
import { type LevelRun, type SubscriptionHistory, sumPerLevel, type TimeSpan } from './history.ts';
import {
  describeGaps,
  formatDays,
  formatDaysOfSelection,
  getLevelColor,
  LevelAtMoment,
  LevelName,
} from './sentences.tsx';

type Props = { history: SubscriptionHistory; view: HistoryView; selected: TimeSpan | null };

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
      {/* For charts of 768 px and of 250 px, because the browser measures the chart only after it is drawn. */}
      <Axis labels={createAxisLabels(history, range, 6, 0.95)} className="max-lg:hidden" />
      <Axis labels={createAxisLabels(history, range, 3, 2.75)} className="lg:hidden" />
      <Totals history={history} selected={selected} />
    </>
  );
}

/** Borders, unlike backgrounds, are visible on paper and in forced colors. */
const markLook = 'pointer-events-none absolute -bottom-1.5 -translate-x-1/2 border-l-2';

/** In per cent of the chart. A narrower bar has no room for a label on any screen. */
const minLabelWidth = 2;

type BarProps = { bar: Bar; history: SubscriptionHistory; range: TimeSpan; isDimmed: boolean };

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
  return (
    <div
      data-color={run.level === null ? 'muted' : getLevelColor(run.level, history)}
      style={style}
      className={`segment flex flex-wrap leading-11 ${box} ${run.level === null ? 'text-text' : look}`}
    >
      {/* A label that doesn't fit after this wraps to a second line, which is hidden. So no label is cut. */}
      <i className="h-full w-1.5" />
      {width >= minLabelWidth && (
        <span className="whitespace-nowrap">
          <span className="segment-label px-0.5 text-[0.6875rem] font-semibold">
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
function Pointer({ history, range }: { history: SubscriptionHistory; range: TimeSpan }) {
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
              <LevelAtMoment history={history} moment={moment} />
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
      {labels.map(({ text, left, kind }) => {
        const half = `${text.length / 2}ch`;
        return (
          <span
            key={`${kind}${left}`}
            className={`absolute top-2.25 whitespace-nowrap ${labelLooks[kind]}`}
            style={{ left: kind === 'tick' ? `${left}%` : `clamp(${half}, ${left}%, 100% - ${half})` }}
          >
            {text}
          </span>
        );
      })}
    </div>
  );
}

const labelLooks: Record<AxisLabel['kind'], string> = {
  now: '-translate-x-1/2 font-medium text-danger',
  gap: '-translate-x-1/2 font-medium text-notice',
  tick: 'text-faint',
};

function Totals({ history, selected }: Pick<Props, 'history' | 'selected'>) {
  const totals = sumPerLevel(history, selected);
  const sumMs = totals.reduce((sum, { ms }) => sum + ms, 0);
  const segments = totals.map(({ level, ms }) => ({
    key: level,
    label: level || 'No level',
    value: ms,
    color: getLevelColor(level, history),
    text: `${formatDaysOfSelection(ms, selected)}${selected === null ? ` · ${Math.round((100 * ms) / sumMs)} %` : ''}`,
  }));
  return <Legend segments={segments} />;
}

/** Time without an end gets a little room. */
export function getChartRange({ runs, now }: SubscriptionHistory): TimeSpan {
  const from = Math.min(runs[0]?.from ?? now, now);
  const last = runs.at(-1) ?? { from: now, to: now };
  const isEndless = last.to === Number.POSITIVE_INFINITY;
  const to = Math.max(isEndless ? last.from : last.to, now, from + dayMs);
  return { from, to: isEndless ? to + (to - from) * 0.045 : to };
}

export function toPercent(moment: EpochMs, { from, to }: TimeSpan): number {
  return Math.min(100, Math.max(0, (100 * (moment - from)) / (to - from)));
}

export type Bar = TimeSpan & { run: LevelRun | null; isOutside: boolean };

/** Smallest visible width of a bar in per cent of the chart, about half a pixel. */
const minVisibleWidth = 0.05;

/** The bars that are wide enough to see: of 10 000 records at most 2 000. They are cut where the selected days begin and end. */
export function createBars(
  { runs, gaps }: SubscriptionHistory,
  range: TimeSpan,
  selected: TimeSpan | null,
): Bar[] {
  const cuts = selected === null ? [] : [selected.from, selected.to];
  const whole = [...runs.map((run) => ({ ...run, run })), ...gaps.map((gap) => ({ ...gap, run: null }))];
  const bars: Bar[] = [];
  for (const { from, to, run } of whole.sort((a, b) => a.from - b.from)) {
    const drawnUntil = bars.at(-1)?.to ?? Number.NEGATIVE_INFINITY;
    if (toPercent(to, range) - toPercent(drawnUntil, range) < minVisibleWidth && bars.length > 0) continue;
    const edges = [from, ...cuts.filter((cut) => from < cut && cut < to), to];
    for (const [i, start] of edges.slice(0, -1).entries()) {
      const isOutside = selected !== null && (start < selected.from || start >= selected.to);
      bars.push({ from: start, to: edges[i + 1] ?? to, run, isOutside });
    }
  }
  return bars;
}

/** A tick has its date at its left edge, as in a calendar. The other labels are in the middle of what they name. */
export type AxisLabel = { text: string; left: number; kind: 'now' | 'gap' | 'tick' };

/** What fits of "now", the years, the longest gaps, and other dates at equal distances. `characterWidth` is in per cent of the chart. */
export function createAxisLabels(
  { gaps, now }: SubscriptionHistory,
  range: TimeSpan,
  maxTickCount: number,
  characterWidth: number,
): AxisLabel[] {
  const labels: AxisLabel[] = [];
  const taken: TimeSpan[] = [];
  function addWhereFree(text: string, moment: EpochMs, kind: AxisLabel['kind']): boolean {
    const left = toPercent(moment, range);
    const width = text.length * characterWidth;
    const from = kind === 'tick' ? left : Math.min(Math.max(left - width / 2, 0), 100 - width);
    const to = from + width;
    if (to > 100 || taken.some((span) => from < span.to && to > span.from)) return false;
    taken.push({ from: from - characterWidth, to: to + characterWidth });
    labels.push({ text, left, kind });
    return true;
  }
  const years = new Set<string>();
  function addTick(moment: EpochMs) {
    const [day, month = '', year = ''] = formatDay(moment).split(' ');
    const date = day === '1' ? month : `${day} ${month}`;
    const withYear = date === 'Jan' ? year : `${date} ${year}`;
    if (addWhereFree(years.has(year) ? date : withYear, moment, 'tick')) years.add(year);
  }
  const isJanuary = (moment: EpochMs) => new Date(moment).getUTCMonth() === 0;
  const ticks = createTicks(range, maxTickCount);
  addWhereFree('now', now, 'now');
  ticks.filter(isJanuary).forEach(addTick);
  for (const { from, to } of gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 3))
    addWhereFree(`gap ${formatDays(to - from)}`, (from + to) / 2, 'gap');
  ticks.filter((moment) => !isJanuary(moment)).forEach(addTick);
  return labels;
}

const stepsInDays = [1, 2, 7, 14];
const stepsInMonths = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200];

function createTicks({ from, to }: TimeSpan, maxCount: number): EpochMs[] {
  const minDays = (to - from) / dayMs / maxCount;
  const days = stepsInDays.find((step) => step >= minDays);
  const months = stepsInMonths.find((step) => step * 30.5 >= minDays) ?? 6000;
  const startOf = (tick: number) =>
    days === undefined ? new Date(0).setUTCFullYear(0, tick * months) : tick * days * dayMs;
  const ticks: EpochMs[] = [];
  let tick = Math.floor(
    days === undefined ? (new Date(from).getUTCFullYear() * 12) / months : from / (days * dayMs),
  );
  for (; startOf(tick) <= to; tick += 1) if (startOf(tick) >= from) ticks.push(startOf(tick));
  return ticks;
}
