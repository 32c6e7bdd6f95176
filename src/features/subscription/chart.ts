import { scaleTime, scaleUtc } from 'd3-scale';
import type { Zone } from '../../ui/time.ts';
import { dayMs, endOf, type HistoryEntry, type HistoryModel, type Span, startOf } from './history.ts';
import { type HistoryView, viewSpan } from './historyView.ts';

/** Returns the time range of the chart: the selected days, or all records and some room after them. */
export function chartRange({ span }: HistoryModel, view: HistoryView, now: number, zone: Zone): Span {
  const from = span?.from ?? now;
  const last = Math.max(span?.to ?? now, now, from + dayMs);
  const selected = viewSpan(view, zone);
  const range = {
    from: Number.isFinite(selected.from) ? selected.from : from,
    to: Number.isFinite(selected.to) ? selected.to : last + (last - from) * 0.04,
  };
  return range.from < range.to ? range : { from, to: last };
}

export function percentOf(moment: number, { from, to }: Span): number {
  return (100 * (moment - from)) / (to - from);
}

/** A record in the chart; `left` and `width` in percent. */
type ChartPiece = { entry: HistoryEntry; lane: number; left: number; width: number };

/** Beyond this number, overlapping records share the last lane. */
const maxLanes = 4;
/** Percent of the chart, about half a pixel. */
const visibleWidth = 0.05;

/**
 * Places the counted entries of a range in lanes, so that overlapping ones lie below each other. Each takes the first
 * free lane. The number of lanes doesn't depend on the range, so the chart keeps its height.
 * @param oldest counted entries, oldest first
 */
export function chartPieces(oldest: readonly HistoryEntry[], range: Span) {
  const pieces: ChartPiece[] = [];
  const laneEnds: number[] = [];
  const drawnTo: number[] = [];
  for (const entry of oldest) {
    const free = laneEnds.findIndex((end) => end <= startOf(entry));
    const lane = free >= 0 ? free : Math.min(laneEnds.length, maxLanes - 1);
    laneEnds[lane] = Math.max(endOf(entry), laneEnds[lane] ?? startOf(entry));
    const left = Math.max(0, percentOf(startOf(entry), range));
    const right = Math.min(100, percentOf(endOf(entry), range));
    // Records that no pixel would show are left out. The list contains them.
    if (left >= 100 || right < left || right - (drawnTo[lane] ?? -1) < visibleWidth) continue;
    drawnTo[lane] = right;
    pieces.push({ entry, lane, left, width: right - left });
  }
  return { pieces, lanes: Math.max(1, laneEnds.length) };
}

/**
 * Returns labelled moments of the calendar that collide neither with each other nor with "now".
 * @param labelWidth percent of the chart that a label needs
 */
export function chartTicks(range: Span, labelWidth: number, now: number, zone: Zone) {
  const scale = (zone === 'UTC' ? scaleUtc : scaleTime)().domain([range.from, range.to]);
  let count = Math.floor(100 / labelWidth);
  // d3 may return more ticks than requested.
  while (count > 1 && scale.ticks(count).length * labelWidth > 100) count -= 1;
  const format = scale.tickFormat(count);
  const nowLeft = percentOf(now, range);
  return scale
    .ticks(count)
    .map((moment) => ({ left: percentOf(moment.getTime(), range), label: format(moment) }))
    .filter(({ left }) => left <= 100 - labelWidth / 2)
    .filter(({ left }) => left < nowLeft - labelWidth || left > nowLeft + labelWidth / 3);
}
