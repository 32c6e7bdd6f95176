import { scaleTime, scaleUtc } from 'd3-scale';
import type { Zone } from '../ui/time.ts';
import { dayMs, endOf, type HistoryEntry, type HistoryModel, type Span, startOf } from './history.ts';
import { getSelectedSpan, type HistoryView } from './historyView.ts';

/** Returns the time range of the chart. Without a date filter, the range covers all records and the present, plus 4%. */
export function getChartRange({ span }: HistoryModel, view: HistoryView, now: number, zone: Zone): Span {
  const from = span?.from ?? now;
  const to = Math.max(span?.to ?? now, now, from + dayMs);
  const selectedPeriod = getSelectedSpan(view, zone);
  const range = {
    from: Number.isFinite(selectedPeriod.from) ? selectedPeriod.from : from,
    to: Number.isFinite(selectedPeriod.to) ? selectedPeriod.to : to + (to - from) * 0.04,
  };
  return range.from < range.to ? range : { from, to };
}

export function toPercent(moment: number, { from, to }: Span): number {
  return (100 * (moment - from)) / (to - from);
}

/** The bar of an entry. `left` and `width` are in percent of the chart. */
type ChartBar = { entry: HistoryEntry; lane: number; left: number; width: number };

/** Maximum number of lanes (rows of bars). If more than four records overlap, the last lane shows several of them. */
const maxLanes = 4;
/** Smallest visible width of a bar in percent of the chart, about half a pixel. */
const minVisibleWidth = 0.05;

/**
 * Places each entry in the first free lane. Entries outside the range also need a lane, so that a date filter doesn't change
 * the height of the chart.
 * @param includedEntries oldest first
 */
export function createChartBars(includedEntries: readonly HistoryEntry[], range: Span) {
  const bars: ChartBar[] = [];
  const laneEndsMs: number[] = [];
  const laneEndsPercent: number[] = [];
  for (const entry of includedEntries) {
    const freeLane = laneEndsMs.findIndex((end) => end <= startOf(entry));
    const lane = freeLane >= 0 ? freeLane : Math.min(laneEndsMs.length, maxLanes - 1);
    laneEndsMs[lane] = Math.max(endOf(entry), laneEndsMs[lane] ?? startOf(entry));
    const leftPercent = Math.max(0, toPercent(startOf(entry), range));
    const rightPercent = Math.min(100, toPercent(endOf(entry), range));
    // Skip a bar that would extend its lane by less than half a pixel.
    if (
      leftPercent >= 100 ||
      rightPercent < leftPercent ||
      rightPercent - (laneEndsPercent[lane] ?? -1) < minVisibleWidth
    )
      continue;
    laneEndsPercent[lane] = rightPercent;
    bars.push({ entry, lane, left: leftPercent, width: rightPercent - leftPercent });
  }
  return { bars, lanes: Math.max(1, laneEndsMs.length) };
}

/**
 * Returns the dates below the chart, as many as fit. Omits dates whose label would overlap "now" or the right edge.
 * @param labelWidth width of a label in percent of the chart
 */
export function createChartTicks(range: Span, labelWidth: number, now: number, zone: Zone) {
  const scale = (zone === 'UTC' ? scaleUtc : scaleTime)().domain([range.from, range.to]);
  let count = Math.floor(100 / labelWidth);
  // d3 may return more ticks than requested.
  while (count > 1 && scale.ticks(count).length * labelWidth > 100) count -= 1;
  const format = scale.tickFormat(count);
  const nowLeft = toPercent(now, range);
  return scale
    .ticks(count)
    .map((moment) => ({ left: toPercent(moment.getTime(), range), label: format(moment) }))
    .filter(({ left }) => left <= 100 - labelWidth / 2)
    .filter(({ left }) => left < nowLeft - labelWidth || left > nowLeft + labelWidth / 3);
}
