import { scaleTime, scaleUtc } from 'd3-scale';
import type { Zone } from '../../ui/time.ts';
import { dayMs, endOf, type HistoryEntry, type HistoryModel, type Span, startOf } from './history.ts';
import { type HistoryView, viewSpan } from './historyView.ts';

/** Returns the time range of the chart: the selected days, or all records and some room after them. */
export function chartRange({ span }: HistoryModel, view: HistoryView, now: number, zone: Zone): Span {
  const from = span?.from ?? now;
  const to = Math.max(span?.to ?? now, now, from + dayMs);
  const selected = viewSpan(view, zone);
  const range = {
    from: Number.isFinite(selected.from) ? selected.from : from,
    to: Number.isFinite(selected.to) ? selected.to : to + (to - from) * 0.04,
  };
  return range.from < range.to ? range : { from, to };
}

export function percentOf(moment: number, { from, to }: Span): number {
  return (100 * (moment - from)) / (to - from);
}

/** The position of an entry in the chart. `left` and `width` are in percent of the chart. */
type ChartPiece = { entry: HistoryEntry; lane: number; left: number; width: number };

/** Maximum number of lanes. If more records overlap, the others share the last lane. */
const maxLanes = 4;
/** Smallest visible width in percent of the chart, about half a pixel. */
const minVisibleWidth = 0.05;

/**
 * Places entries in lanes, so that overlapping entries are below each other. Each entry takes the first free lane. The
 * number of lanes doesn't depend on the range, so the chart keeps its height.
 * @param countedEntries oldest first
 */
export function chartPieces(countedEntries: readonly HistoryEntry[], range: Span) {
  const pieces: ChartPiece[] = [];
  const laneEnds: number[] = [];
  const drawnEnds: number[] = [];
  for (const entry of countedEntries) {
    const freeLane = laneEnds.findIndex((end) => end <= startOf(entry));
    const lane = freeLane >= 0 ? freeLane : Math.min(laneEnds.length, maxLanes - 1);
    laneEnds[lane] = Math.max(endOf(entry), laneEnds[lane] ?? startOf(entry));
    const left = Math.max(0, percentOf(startOf(entry), range));
    const right = Math.min(100, percentOf(endOf(entry), range));
    // Skip a record that adds less than half a pixel to its lane, because it would be invisible.
    if (left >= 100 || right < left || right - (drawnEnds[lane] ?? -1) < minVisibleWidth) continue;
    drawnEnds[lane] = right;
    pieces.push({ entry, lane, left, width: right - left });
  }
  return { pieces, lanes: Math.max(1, laneEnds.length) };
}

/**
 * Returns the dates below the chart. Requests fewer dates until their labels fit into the width of the chart. Leaves out dates
 * whose labels would overlap the label "now" or the right edge.
 * @param labelWidth width of a label in percent of the chart
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
