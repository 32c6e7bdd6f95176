import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { createRowFeed } from './createRowFeed.ts';
import type { RowWindowProps, ScrolledRows } from './DrawnRows.ts';

/** Rows above and below those in sight. */
const overscan = 3;

type Props = Pick<RowWindowProps, 'count' | 'rowHeight' | 'container'> & {
  /** Told before the page is painted. */
  onChange: (rows: ScrolledRows) => void;
};

/**
 * Tells which rows of a long list are to be drawn for what it is scrolled to. Draws nothing: it comes later than the
 * list itself.
 */
export const ScrolledRowWindow = memo(RowsInSight);

function RowsInSight({ count, rowHeight, container, onChange }: Props) {
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
  const [feed] = useState(() => {
    const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' });
    return createRowFeed((range) => onChange({ range, scrollTo }));
  });
  const seen = virtualizer.getVirtualIndexes();
  useLayoutEffect(() => {
    const sight = { from: seen[0] ?? 0, to: (seen.at(-1) ?? -1) + 1 };
    const range = { from: Math.max(0, sight.from - overscan), to: Math.min(count, sight.to + overscan) };
    feed.follow({ range, sight, count, rowHeight });
  }, [feed, seen, count, rowHeight]);
  return null;
}
