import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { chooseRenderedRows, maxFullyRenderedRows } from './longLists.ts';
import { scalePx } from './windowWidth.ts';

type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The height (px) of an item with one line. */
  itemHeight: number;
  className?: string;
  children: (item: Item) => ReactNode;
};

/** Maximum number of items that fit without scrolling. A longer list gets a Tab stop, so that the arrow keys can scroll it. */
const maxItemsWithoutScrolling = 4;

/** A scrolling list. A list with more than `maxFullyRenderedRows` items renders only the visible items and a few more. */
export function WindowedList<Item>({
  label,
  items,
  keyOf,
  itemHeight: defaultHeight,
  className = '',
  children,
}: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const itemHeight = scalePx(defaultHeight);
  const rendersAll = items.length <= maxFullyRenderedRows;
  const virtualizer = useVirtualizer({
    count: items.length,
    enabled: !rendersAll,
    getScrollElement: () => box.current,
    estimateSize: () => itemHeight,
    overscan: 6,
    initialRect: { width: 0, height: 400 },
  });
  const totalHeight = rendersAll ? undefined : virtualizer.getTotalSize();
  return (
    <div
      ref={box}
      tabIndex={items.length > maxItemsWithoutScrolling ? 0 : undefined}
      className={`overflow-y-auto rounded-md border border-line ${className}`}
    >
      <ul aria-label={label} className="relative" style={{ height: totalHeight }}>
        {chooseRenderedRows(rendersAll, items.length, itemHeight, virtualizer).map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={keyOf(item)}
              ref={rendersAll ? undefined : virtualizer.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={`flex items-center gap-3 border-b border-line px-3 last:border-b-0 ${rendersAll ? '' : 'absolute inset-x-0 top-0'}`}
              style={
                rendersAll
                  ? { minHeight: itemHeight }
                  : { minHeight: itemHeight, transform: `translateY(${start}px)` }
              }
            >
              {children(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
