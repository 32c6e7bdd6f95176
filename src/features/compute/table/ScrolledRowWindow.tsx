import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect } from 'react';
import type { DrawnRows, RowWindowProps } from './DrawnRows.ts';

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
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indices = defaultRangeExtractor(range);
      if (pinned < 0 || pinned >= count || indices.includes(pinned)) return indices;
      return [...indices, pinned].sort((a, b) => a - b);
    },
    [pinned, count],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => container.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
    initialRect: { width: 0, height: 800 },
  });
  const scrollTo = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    [virtualizer],
  );
  const drawn = virtualizer.getVirtualIndexes();
  useLayoutEffect(() => onChange({ drawn, scrollTo }), [drawn, scrollTo, onChange]);
  return null;
}
