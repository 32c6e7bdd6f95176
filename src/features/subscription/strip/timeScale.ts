import { scaleTime, scaleUtc } from 'd3-scale';
import type { Zone } from '../../../ui/Zone.ts';
import type { Span } from '../rules/mergedSpans.ts';

export type TimeScale = {
  width: number;
  xOf: (moment: number) => number;
  momentOf: (x: number) => number;
  ticks: readonly { x: number; label: string }[];
};

/** Maps a span of time (ms UTC) to px, with marks at round moments of the zone's calendar. */
export function timeScale(span: Span, width: number, zone: Zone): TimeScale {
  const make = zone === 'UTC' ? scaleUtc : scaleTime;
  const scale = make().domain([span.from, span.to]).range([0, width]);
  const wanted = Math.max(2, Math.floor(width / 96));
  const format = scale.tickFormat(wanted);
  return {
    width,
    xOf: (moment) => scale(moment),
    momentOf: (x) => scale.invert(x).getTime(),
    ticks: scale.ticks(wanted).map((tick) => ({ x: scale(tick), label: format(tick) })),
  };
}
