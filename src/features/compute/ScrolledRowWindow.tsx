import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback } from 'react';
import type { RowWindowProps } from './DrawnRows.ts';

const overscan = 8;

/** The rows of a long list that are in sight of its scrolling container, and the one that has the focus. */
export function ScrolledRowWindow({ count, rowHeight, container, pinned, children }: RowWindowProps) {
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
  return children({ drawn: virtualizer.getVirtualIndexes(), scrollTo });
}
