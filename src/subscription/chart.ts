import { scaleUtc } from 'd3-scale';
import { dayMs, type EpochMs, formatDay, formatTimeOfDay } from '../format/time.ts';
import type { HistoryModel } from './history.ts';
import { getLevelKey, type Span } from './historyRecord.ts';
import type { LevelSpan } from './levels.ts';

/** Time without an end gets a little room. */
export function getChartRange({ segments, now }: HistoryModel): Span {
  const from = Math.min(segments[0]?.from ?? now, now);
  const last = segments.at(-1) ?? { from: now, to: now };
  const isEndless = last.to === Number.POSITIVE_INFINITY;
  const to = Math.max(isEndless ? last.from : last.to, now, from + dayMs);
  return { from, to: isEndless ? to + (to - from) * 0.045 : to };
}

export function toPercent(moment: EpochMs, { from, to }: Span): number {
  return Math.min(100, Math.max(0, (100 * (moment - from)) / (to - from)));
}

/** Smallest visible width of a bar in per cent of the chart, about half a pixel. */
const minVisibleWidth = 0.05;

/** The segments, of one level in a row as one, that are wide enough to see: of 10 000 records at most 2 000. */
export function chooseBars({ segments, now }: HistoryModel, range: Span): readonly LevelSpan[] {
  const bars: LevelSpan[] = [];
  for (const segment of segments) {
    const last = bars.at(-1);
    if (last !== undefined && isSameBar(last, segment, now)) bars.splice(-1, 1, { ...last, to: segment.to });
    else bars.push(segment);
  }
  let drawnUntil = Number.NEGATIVE_INFINITY;
  return bars.filter(({ to }) => {
    const right = toPercent(to, range);
    if (right - drawnUntil < minVisibleWidth) return false;
    drawnUntil = right;
    return true;
  });
}

/** What is scheduled has a look of its own. */
function isSameBar(a: LevelSpan, b: LevelSpan, now: EpochMs): boolean {
  if (a.entry === null || b.entry === null) return false;
  return getLevelKey(a.entry) === getLevelKey(b.entry) && a.from > now === b.from > now;
}

export type AxisLabel = { text: string; left: number; kind: 'now' | 'gap' | 'tick' };

/** "now", then the longest gaps, then dates, where they fit. `labelWidth` is in per cent of the chart. */
export function createAxisLabels({ gaps, now }: HistoryModel, range: Span, labelWidth: number): AxisLabel[] {
  const labels: AxisLabel[] = [{ text: 'now', left: toPercent(now, range), kind: 'now' }];
  const longestGaps = [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 3);
  const candidates: AxisLabel[] = longestGaps.map(({ from, to }) => ({
    text: `${Math.max(1, Math.floor((to - from) / dayMs))} d gap`,
    left: toPercent((from + to) / 2, range),
    kind: 'gap',
  }));
  const scale = scaleUtc().domain([range.from, range.to]);
  const count = Math.max(1, Math.floor(80 / labelWidth));
  for (const tick of scale.ticks(count))
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
