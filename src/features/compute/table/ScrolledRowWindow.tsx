import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createRowFeed } from './createRowFeed.ts';
import type { DrawnRows, RowWindowProps } from './DrawnRows.ts';
import type { RowRange } from './grownRange.ts';

/** Rows above and below those in sight. */
const overscan = 3;

type Props = Omit<RowWindowProps, 'children'> & {
  /** Told before the page is painted. */
  onChange: (rows: DrawnRows) => void;
};

/**
 * Tells which rows of a long list are in sight of its scrolling container, and the one that has the focus. Draws
 * nothing: it comes later than the list itself.
 */
export function ScrolledRowWindow({ count, rowHeight, container, pinned, onChange }: Props) {
  // It comes later than the list, and takes it back to the top: what was scrolled meanwhile is to stay so.
  const scrolled = useRef(0);
  useLayoutEffect(() => {
    scrolled.current = container.current?.scrollTop ?? 0;
  }, [container]);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => container.current,
    estimateSize: () => rowHeight,
    overscan: 0,
    initialRect: { width: 0, height: 800 },
  });
  const scrollTo = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    [virtualizer],
  );
  useLayoutEffect(() => virtualizer.scrollToOffset(scrolled.current), [virtualizer]);
  const measured = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measured.current === rowHeight) return;
    // What it was scrolled to stays in sight: by then the browser may have cut the old place off.
    const first = (virtualizer.scrollOffset ?? 0) / measured.current;
    measured.current = rowHeight;
    virtualizer.measure();
    virtualizer.scrollToOffset(first * rowHeight);
  }, [virtualizer, rowHeight]);
  const [drawn, setDrawn] = useState<RowRange>({ from: 0, to: 0 });
  const [feed] = useState(() => createRowFeed(setDrawn));
  const seen = virtualizer.getVirtualIndexes();
  useLayoutEffect(() => {
    const sight = { from: seen[0] ?? 0, to: (seen.at(-1) ?? -1) + 1 };
    const range = { from: Math.max(0, sight.from - overscan), to: Math.min(count, sight.to + overscan) };
    feed.follow({ range, sight, count, rowHeight });
  }, [feed, seen, count, rowHeight]);
  useLayoutEffect(() => {
    if (drawn.to > 0) onChange({ drawn: indicesOf(drawn, pinned < count ? pinned : -1), scrollTo });
  }, [drawn, pinned, count, scrollTo, onChange]);
  return null;
}

/** Ascending; with the row that has the focus, wherever it is. */
function indicesOf({ from, to }: RowRange, pinned: number): number[] {
  const indices = Array.from({ length: to - from }, (_, at) => from + at);
  if (pinned >= 0 && pinned < from) indices.unshift(pinned);
  if (pinned >= to) indices.push(pinned);
  return indices;
}
