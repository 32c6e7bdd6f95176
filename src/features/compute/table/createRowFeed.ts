import { flushSync } from 'react-dom';
import { grownRange, type RowRange } from './grownRange.ts';
import { nextPace } from './nextPace.ts';

/** Where a list is scrolled to; `sight`: those rows of `range` that can be seen. Heights in px. */
export type RowsWanted = { range: RowRange; sight: RowRange; count: number; rowHeight: number };

/**
 * Draws the rows a list is scrolled to over several frames, in each as many as the machine can. A whole screen of them at
 * once would hold up a slow one until all are drawn.
 * @param onDraw told what is to be drawn now
 */
export function createRowFeed(onDraw: (range: RowRange) => void) {
  let wanted: RowsWanted | null = null;
  let drawn: RowRange = { from: 0, to: 0 };
  let rowsPerFrame = 2;
  let isMoving = false;
  /** When the last frame began that drew rows; ms of the frames' clock. */
  let drewAt: number | null = null;

  function draw(range: RowRange): boolean {
    if (range.from === drawn.from && range.to === drawn.to) return false;
    drawn = range;
    onDraw(range);
    return true;
  }

  function step(now: number) {
    if (wanted === null) return;
    if (drewAt !== null) rowsPerFrame = nextPace(rowsPerFrame, now - drewAt);
    const next = grownRange(drawn, wanted.range, wanted.sight, rowsPerFrame);
    const hasDrawn = flushSync(() => draw(next));
    drewAt = hasDrawn ? now : null;
    // One frame more than there are rows for: how long the last ones took counts as well.
    isMoving = hasDrawn;
    if (isMoving) requestAnimationFrame(step);
  }

  return {
    /** Follows the scrolling; another list, or one with rows of another height, is drawn at once. */
    follow(now: RowsWanted) {
      const isSameList = wanted?.count === now.count && wanted.rowHeight === now.rowHeight;
      wanted = now;
      if (!isSameList) draw(now.range);
      else if (!isMoving) {
        isMoving = true;
        requestAnimationFrame(step);
      }
    },
  };
}
