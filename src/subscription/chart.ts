import { utcTicks } from 'd3-time';
import { dayMs, type EpochMs, formatDay, formatTimeOfDay } from '../format/time.ts';
import type { LevelRun, SubscriptionHistory } from './history.ts';
import type { Span } from './historyRecord.ts';
import { formatDays } from './sentences.tsx';

/** Time without an end gets a little room. */
export function getChartRange({ runs, now }: SubscriptionHistory): Span {
  const from = Math.min(runs[0]?.from ?? now, now);
  const last = runs.at(-1) ?? { from: now, to: now };
  const isEndless = last.to === Number.POSITIVE_INFINITY;
  const to = Math.max(isEndless ? last.from : last.to, now, from + dayMs);
  return { from, to: isEndless ? to + (to - from) * 0.045 : to };
}

export function toPercent(moment: EpochMs, { from, to }: Span): number {
  return Math.min(100, Math.max(0, (100 * (moment - from)) / (to - from)));
}

/** `run` is null for a gap. */
export type Bar = Span & { run: LevelRun | null; isOutside: boolean };

/** Smallest visible width of a bar in per cent of the chart, about half a pixel. */
const minVisibleWidth = 0.05;

/** The bars that are wide enough to see: of 10 000 records at most 2 000. They are cut where the selected days begin and end. */
export function createBars({ runs, gaps }: SubscriptionHistory, range: Span, selected: Span | null): Bar[] {
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

export type AxisLabel = { text: string; left: number; kind: 'now' | 'gap' | 'tick' };

/** "now", then the longest gaps, then dates, where they fit. `labelWidth` is in per cent of the chart. */
export function createAxisLabels(
  { gaps, now }: SubscriptionHistory,
  range: Span,
  labelWidth: number,
): AxisLabel[] {
  const labels: AxisLabel[] = [{ text: 'now', left: toPercent(now, range), kind: 'now' }];
  const longestGaps = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 3);
  const candidates: AxisLabel[] = longestGaps.map(({ from, to }) => ({
    text: `gap ${formatDays(to - from)}`,
    left: toPercent((from + to) / 2, range),
    kind: 'gap',
  }));
  const ticks = utcTicks(new Date(range.from), new Date(range.to), Math.floor(80 / labelWidth));
  // Where there is no room for all months, the years are shown.
  for (const tick of ticks.sort((a, b) => a.getUTCMonth() - b.getUTCMonth()))
    candidates.push({ text: formatTick(tick), left: toPercent(tick.getTime(), range), kind: 'tick' });
  for (const candidate of candidates) {
    const isFree = labels.every(({ left }) => Math.abs(left - candidate.left) >= labelWidth);
    const fits = candidate.left >= labelWidth / 3 && candidate.left <= 100 - labelWidth / 3;
    if (isFree && fits) labels.push(candidate);
  }
  return labels;
}

function formatTick(tick: Date): string {
  const [day, month, year] = formatDay(tick.getTime()).split(' ');
  if (tick.getTime() % dayMs !== 0) return formatTimeOfDay(tick.getTime()).replace(' UTC', '');
  if (day !== '1') return `${day} ${month}`;
  return (month === 'Jan' ? year : month) ?? '';
}
