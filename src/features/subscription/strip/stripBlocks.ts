import { levelKey } from '../labels/levelKey.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import type { Span } from '../rules/mergedSpans.ts';
import type { StripLanes } from '../rules/stripLanes.ts';

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
