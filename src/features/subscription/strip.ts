import { scaleTime, scaleUtc } from 'd3-scale';
import { formatInstant, type Zone } from '../../ui/time.ts';
import { counted, isolated } from '../../ui/words.ts';
import { durationText } from './durations.ts';
import type { Doubt, HistoryEntry } from './historyEntries.ts';
import { levelKey, levelName } from './levels.tsx';
import { stateText } from './sentences.ts';
import type { Span } from './spans.ts';

/** One lane number for each entry, and how many lanes there are. */
export type StripLanes = { laneOf: Uint8Array; count: number };

/**
 * Deals entries onto lanes so that those which share time lie side by side; each takes the first free lane.
 * Where more than `most` share a moment, the rest lie on the last lane, over each other. O(n × most).
 * @param oldest counted entries, oldest first
 */
export function stripLanes(oldest: readonly HistoryEntry[], most = 4): StripLanes {
  const laneOf = new Uint8Array(oldest.length);
  const ends: number[] = [];
  for (const [at, { from, to }] of oldest.entries()) {
    const start = from ?? 0;
    const free = ends.findIndex((end) => end <= start);
    const lane = free >= 0 ? free : Math.min(ends.length, most - 1);
    ends[lane] = Math.max(to ?? Number.POSITIVE_INFINITY, ends[lane] ?? start);
    laneOf[at] = lane;
  }
  return { laneOf, count: Math.max(1, ends.length) };
}

/** A piece of the strip: one record, or several neighbours that are too narrow to be told apart. */
export type StripBlock = {
  /** The first of them, and the last. */
  entry: HistoryEntry;
  last: HistoryEntry;
  count: number;
  /** How long each level key lasts in it, in ms. */
  lasting: Map<string, number>;
  lane: number;
  /** px */
  x: number;
  width: number;
};

const narrowest = 3;
const widestTogether = 6;

/**
 * What the strip draws of a span of time: never more pieces than there is room for, however many records there are.
 * O(n) for n entries, in their order; every entry in the span is in exactly one piece.
 * @param xOf ms UTC → px
 */
export function stripBlocks(
  oldest: readonly HistoryEntry[],
  lanes: StripLanes,
  window: Span,
  xOf: (moment: number) => number,
): StripBlock[] {
  const blocks: StripBlock[] = [];
  const open: (StripBlock | undefined)[] = [];
  for (const [at, entry] of oldest.entries()) {
    const from = Math.max(entry.from ?? 0, window.from);
    const to = Math.min(entry.to ?? Number.POSITIVE_INFINITY, window.to);
    if (from >= window.to || to < window.from || (to === window.from && entry.from !== to)) continue;
    const x = xOf(from);
    const width = Math.max(narrowest, xOf(to) - x);
    const lane = lanes.laneOf[at] ?? 0;
    const before = open[lane];
    if (before !== undefined && x + width - before.x <= widestTogether)
      join(before, entry, x + width, to - from);
    else {
      const lasting = new Map([[levelKey(entry.record.level), to - from]]);
      open[lane] = { entry, last: entry, count: 1, lasting, lane, x, width };
      blocks.push(open[lane]);
    }
  }
  return blocks;
}

function join(block: StripBlock, entry: HistoryEntry, end: number, ms: number): void {
  const level = levelKey(entry.record.level);
  block.lasting.set(level, (block.lasting.get(level) ?? 0) + ms);
  block.width = Math.max(block.width, end - block.x);
  block.count += 1;
  block.last = entry;
}

/** A piece of the strip in words: the record it shows, or how many it stands for. `now` in ms UTC. */
export function stripSentence(block: StripBlock, now: number, zone: Zone): string {
  const { entry, last, count, lasting } = block;
  const start = entry.from === null ? '' : formatInstant(entry.from, zone);
  const to = last.to === null ? 'open-ended' : `to ${formatInstant(last.to, zone)}`;
  if (count > 1) {
    const levels = [...lasting.keys()].map((level) => isolated(levelName(level))).join(', ');
    return `${counted(count, 'record')} (${levels}), ${start} ${to}; zoom in to tell them apart`;
  }
  const state = stateText(entry, now).toLowerCase();
  return [isolated(levelName(entry.record.level)), `${start} ${to}`, durationText(entry, now), state]
    .filter(Boolean)
    .join(', ');
}

/** A time in which a record may hold again, in words. */
export function doubtSentence({ entry, from, to }: Doubt, zone: Zone): string {
  const end = to === Number.POSITIVE_INFINITY ? 'open-ended' : `to ${formatInstant(to, zone)}`;
  return `${isolated(levelName(entry.record.level))} may hold again, from ${formatInstant(from, zone)}, ${end}`;
}

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
