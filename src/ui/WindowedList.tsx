import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { drawnRows, maxDrawnRows } from './longLists.ts';
import { scaledPx } from './windowWidth.ts';

type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** px; the height of an item of one line. Longer items grow. */
  itemHeight: number;
  className?: string;
  children: (item: Item) => ReactNode;
};

/** Up to this number of items, the box needs no scrolling, so it needs no focus for the keyboard either. */
const maxUnscrolled = 4;

/** A scrolling list of any length that draws only the visible items. */
export function WindowedList<Item>({
  label,
  items,
  keyOf,
  itemHeight: defaultHeight,
  className = '',
  children,
}: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const itemHeight = scaledPx(defaultHeight);
  const isWhole = items.length <= maxDrawnRows;
  const virtualizer = useVirtualizer({
    count: items.length,
    enabled: !isWhole,
    getScrollElement: () => box.current,
    estimateSize: () => itemHeight,
    overscan: 6,
    initialRect: { width: 0, height: 400 },
  });
  const total = isWhole ? undefined : virtualizer.getTotalSize();
  return (
    <div
      ref={box}
      tabIndex={items.length > maxUnscrolled ? 0 : undefined}
      className={`overflow-y-auto rounded-md border border-line ${className}`}
    >
      <ul aria-label={label} className="relative" style={{ height: total }}>
        {drawnRows(isWhole, items.length, itemHeight, virtualizer).map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={keyOf(item)}
              ref={isWhole ? undefined : virtualizer.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={`flex items-center gap-3 border-b border-line px-3 last:border-b-0 ${isWhole ? '' : 'absolute inset-x-0 top-0'}`}
              style={
                isWhole
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
