import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { usePreferences } from '../../../ui/usePreferences.ts';
import { drawnRows, maxDrawnRows } from '../../../ui/WindowedList.tsx';
import { scaledPx, useIsNarrow } from '../../../ui/windowWidth.ts';
import { useComputeActions } from '../computeActions.ts';
import { type InstanceRow, indexOfKey } from '../instanceRow.ts';
import { useLoadedInstances } from '../useInstances.ts';
import { tableRoles } from './cells.tsx';
import { dataColumns } from './columns.tsx';
import { CardHeader, InstanceHeader } from './InstanceHeader.tsx';
import { InstanceTableRow } from './InstanceTableRow.tsx';
import { rowElement } from './rowFocus.ts';
import { useTableView } from './tableView.ts';
import { useInstanceList } from './useInstanceTable.ts';

/** Height (px) of a row with two lines of text. */
const rowHeights = { comfortable: 40, compact: 36 } as const;
const cardHeight = 112;
const headerHeight = 36;

/** The table of matching instances. Of a long list only the visible rows are rendered, but `aria-rowcount` counts all. */
export function InstanceTable() {
  const { table, matching, selection } = useInstanceList();
  const { getRowState } = useLoadedInstances();
  const { askToDeleteAll } = useComputeActions();
  const [view] = useTableView();
  const isNarrow = useIsNarrow();
  const container = useRef<HTMLDivElement>(null);
  const { density } = usePreferences().preferences;
  const height = scaledPx(isNarrow ? cardHeight : rowHeights[density]);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const focusedIndex = focusedKey === null ? -1 : indexOfKey(matching, focusedKey);
  const isWhole = matching.length <= maxDrawnRows;
  const virtualizer = useVirtualizer({
    count: matching.length,
    enabled: !isWhole,
    getScrollElement: () => container.current,
    estimateSize: () => height,
    overscan: 6,
    scrollPaddingEnd: isNarrow ? 0 : scaledPx(headerHeight),
    initialRect: { width: 0, height: 800 },
    // The focused row stays rendered wherever it is.
    rangeExtractor: (range) => withFocused(range, focusedIndex),
  });
  useKeepFirstRowInPlace(virtualizer, height);
  useScrollToTopOnChange(container, JSON.stringify([view.search, view.databases, view.status, view.sort]));

  const { toggle, extend } = selection;
  const moveTo = useCallback(
    (index: number, from: InstanceRow | null) => {
      const targetIndex = Math.min(Math.max(index, 0), matching.length - 1);
      const target = matching[targetIndex];
      if (target === undefined) return;
      setFocusedKey(target.key);
      if (from !== null) extend(from, target);
      virtualizer.scrollToIndex(targetIndex, { align: 'auto' });
      const element = rowElement(target.key);
      // Focus at once, because the next key may come within the frame. A row that isn't rendered has to wait for it.
      if (element !== null) element.focus();
      else requestAnimationFrame(() => rowElement(target.key)?.focus());
    },
    [matching, extend, virtualizer],
  );

  /** The Delete key asks about the selected rows, if there are any. It needs no focused row then. */
  function deleteSelected(event: KeyboardEvent) {
    if (event.key !== 'Delete' || selection.rows.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    askToDeleteAll(selection.rows);
  }

  const columns = table.getVisibleLeafColumns();
  const layout = useMemo(
    () => ({
      // Cards have room for all columns.
      columnIds: (isNarrow ? dataColumns.filter(({ id }) => !view.hidden.includes(id)) : columns).map(
        ({ id }) => id,
      ),
      isNarrow,
      height,
      onFocus: setFocusedKey,
      onSelect: toggle,
      onMove: moveTo,
    }),
    [columns, view.hidden, isNarrow, height, toggle, moveTo],
  );
  const tracks = columns.map(({ columnDef: { meta } }) => meta?.track).join(' ');
  const style: CSSProperties & { '--columns': string } = { '--columns': tracks };
  const selected = new Set(selection.rows);
  return (
    <div
      ref={container}
      className={`relative max-h-[max(15rem,100dvh-13.25rem)] overflow-auto rounded-lg border border-line bg-surface ${isWhole ? 'max-md:max-h-none' : 'max-md:max-h-[75dvh]'}`}
    >
      <table
        {...tableRoles.table}
        aria-label="Compute instances"
        aria-rowcount={matching.length + 1}
        style={style}
        className="block"
      >
        {isNarrow ? <CardHeader /> : <InstanceHeader />}
        <tbody
          {...tableRoles.rowGroup}
          className="relative block"
          onKeyDownCapture={deleteSelected}
          style={{ height: matching.length * height }}
        >
          {drawnRows(isWhole, matching.length, height, virtualizer).map(({ index }, place) => {
            const row = matching[index];
            if (row === undefined) return null;
            return (
              <InstanceTableRow
                key={row.key}
                row={row}
                index={index}
                state={getRowState(row)}
                isSelected={selected.has(row)}
                isTabbable={focusedIndex === -1 ? place === 0 : index === focusedIndex}
                hasOpenDetails={row.key === view.details}
                layout={layout}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function withFocused(range: Range, index: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (index === -1 || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((a, b) => a - b);
}

function useKeepFirstRowInPlace(
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  height: number,
) {
  const measuredHeight = useRef(height);
  useLayoutEffect(() => {
    if (measuredHeight.current === height) return;
    const firstIndex = (virtualizer.scrollOffset ?? 0) / measuredHeight.current;
    measuredHeight.current = height;
    virtualizer.measure();
    virtualizer.scrollToOffset(firstIndex * height);
  }, [virtualizer, height]);
}

function useScrollToTopOnChange(container: RefObject<HTMLDivElement | null>, query: string) {
  const shownQuery = useRef(query);
  useLayoutEffect(() => {
    if (shownQuery.current === query) return;
    shownQuery.current = query;
    container.current?.scrollTo(0, 0);
  }, [container, query]);
}
