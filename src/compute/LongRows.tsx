import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';

export type RowScroller = Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>;

export type LongRowsProps = {
  container: RefObject<HTMLDivElement | null>;
  scroller: Ref<RowScroller>;
  count: number;
  /** Height of a row (px). */
  height: number;
  /** Height (px) of the sticky header above the rows. */
  headerHeight: number;
  /** Index of the focused row, which stays rendered outside the visible range. -1 if no row has the focus. */
  focusedIndex: number;
  renderRow: (index: number, isFirstRendered: boolean) => ReactNode;
};

/** The visible rows of a long list. This module loads separately, because only long lists need its library. */
export function LongRows(props: LongRowsProps) {
  const { container, scroller, count, height, headerHeight, focusedIndex, renderRow } = props;
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => container.current,
    estimateSize: () => height,
    overscan: 6,
    scrollPaddingEnd: headerHeight,
    initialRect: { width: 0, height: 800 },
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range);
      if (focusedIndex === -1 || indexes.includes(focusedIndex)) return indexes;
      return [...indexes, focusedIndex].sort((a, b) => a - b);
    },
  });
  useKeepFirstRowInPlace(virtualizer, height);
  useKeepFocus(container, focusedIndex);
  useImperativeHandle(scroller, () => virtualizer, [virtualizer]);
  return virtualizer.getVirtualItems().map(({ index }, position) => renderRow(index, position === 0));
}

function useKeepFirstRowInPlace(virtualizer: Virtualizer<HTMLDivElement, Element>, height: number) {
  const measuredHeight = useRef(height);
  useLayoutEffect(() => {
    if (measuredHeight.current === height) return;
    const firstIndex = (virtualizer.scrollOffset ?? 0) / measuredHeight.current;
    measuredHeight.current = height;
    virtualizer.measure();
    virtualizer.scrollToOffset(firstIndex * height);
  }, [virtualizer, height]);
}

/** Restores the focus of a row, because this component replaces the rows that were rendered before it. */
function useKeepFocus(container: RefObject<HTMLElement | null>, focusedIndex: number) {
  // Only the first value counts, because a later change of the list must not move the focus.
  const firstIndex = useRef(focusedIndex);
  useLayoutEffect(() => {
    if (firstIndex.current === -1 || document.activeElement !== document.body) return;
    // Row indexes start at 1 and include the header, so the first data row has the index 2.
    const row = container.current?.querySelector<HTMLElement>(
      `tr[aria-rowindex="${firstIndex.current + 2}"]`,
    );
    row?.focus({ preventScroll: true });
  }, [container]);
}
