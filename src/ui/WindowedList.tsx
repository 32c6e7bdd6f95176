import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** px, the same for every item. */
  itemHeight: number;
  className?: string;
  children: (item: Item) => ReactNode;
};

/** A box that may have to be scrolled takes the focus, so that the keyboard can; so few items fit into every one. */
const fitting = 4;
/** Up to this many items are simply there. */
const drawnWhole = 40;

/** A list of any length in a box of its own; only what is in sight is drawn. */
export function WindowedList<Item>({
  label,
  items,
  keyOf,
  itemHeight,
  className = '',
  children,
}: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const whole = items.length <= drawnWhole;
  const virtualizer = useVirtualizer({
    count: items.length,
    enabled: !whole,
    getScrollElement: () => box.current,
    estimateSize: () => itemHeight,
    overscan: 6,
    initialRect: { width: 0, height: 400 },
  });
  const drawn = whole ? items.map((_, index) => index) : virtualizer.getVirtualIndexes();
  return (
    <div
      ref={box}
      tabIndex={items.length > fitting ? 0 : undefined}
      className={`overflow-y-auto rounded-md border border-line ${className}`}
    >
      <ul aria-label={label} className="relative" style={{ height: items.length * itemHeight }}>
        {drawn.map((index) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 flex items-center gap-3 border-b border-line px-3"
              style={{ height: itemHeight, transform: `translateY(${index * itemHeight}px)` }}
            >
              {children(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
