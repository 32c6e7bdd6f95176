import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '../../../ui/usePreferences.ts';
import { useIsNarrow } from '../../../ui/windowWidth.ts';
import type { RowState } from '../deletion/deletionMarks.ts';
import { type InstanceRow, indexOfKey, type RowActions } from '../instanceRow.ts';
import type { InstanceColumn } from './columns.tsx';
import { InstanceHeader, tableRoles } from './InstanceHeader.tsx';
import { InstanceTableRow } from './InstanceTableRow.tsx';
import { rowElement } from './rowFocus.ts';
import type { TableView } from './tableView.ts';
import type { Selection } from './useSelection.ts';

type Props = {
  /** All rows that match, in order. */
  rows: readonly InstanceRow[];
  columns: readonly InstanceColumn[];
  stateOf: (row: InstanceRow) => RowState;
  selection: Selection;
  view: TableView;
  changeView: (change: Partial<TableView>) => void;
  actions: RowActions;
};

/** px; two lines of text, and as little around them as still breathes. */
const rowHeights = { comfortable: 40, compact: 36 } as const;
const cardHeight = 148;
const headerHeight = 36;
/** Up to this many rows are all drawn: the browser's own search then finds them too. */
const drawnWhole = 60;

/** The list of instances. Of a long one only what is in sight is drawn; its semantics count all of it. */
export function InstanceTable({ rows, columns, stateOf, selection, view, changeView, actions }: Props) {
  const narrow = useIsNarrow();
  const container = useRef<HTMLDivElement>(null);
  const { density } = usePreferences().preferences;
  const height = narrow ? cardHeight : rowHeights[density];
  const [focused, setFocused] = useState<string | null>(null);
  const focusedIndex = focused === null ? -1 : indexOfKey(rows, focused);
  const isWhole = rows.length <= drawnWhole;
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: !isWhole,
    getScrollElement: () => container.current,
    estimateSize: () => height,
    overscan: 6,
    scrollPaddingEnd: narrow ? 0 : headerHeight,
    initialRect: { width: 0, height: 800 },
    rangeExtractor: (range) => withFocused(range, focusedIndex),
  });
  useSteadyPlace(virtualizer, height);
  useReadFromTop(container, JSON.stringify([view.search, view.database, view.status, view.sort]));

  const moveTo = useCallback(
    (index: number, from: InstanceRow | null) => {
      const at = Math.min(Math.max(index, 0), rows.length - 1);
      const target = rows[at];
      if (target === undefined) return;
      setFocused(target.key);
      if (from !== null) actions.onExtend(from, target);
      virtualizer.scrollToIndex(at, { align: 'auto' });
      const drawn = rowElement(target.key);
      // At once, for the next key may come within the frame; what is not drawn yet is so after the list has scrolled.
      if (drawn !== null) drawn.focus();
      else requestAnimationFrame(() => rowElement(target.key)?.focus());
    },
    [rows, actions, virtualizer],
  );

  const drawn = isWhole
    ? rows.map((_, index) => ({ index, start: index * height }))
    : virtualizer.getVirtualItems();
  return (
    <div
      ref={container}
      className={`relative max-h-[max(240px,100dvh-212px)] overflow-auto rounded-lg border border-line bg-surface ${isWhole ? 'max-md:max-h-none' : 'max-md:max-h-[75dvh]'}`}
    >
      <table
        {...tableRoles.table}
        aria-label="Compute instances"
        aria-rowcount={rows.length + 1}
        style={columnWidths(columns)}
        className="block"
      >
        <InstanceHeader
          columns={columns}
          narrow={narrow}
          sort={view.sort}
          changeView={changeView}
          total={rows.length}
          selection={selection}
        />
        <tbody {...tableRoles.rowGroup} className="relative block" style={{ height: rows.length * height }}>
          {drawn.map(({ index, start }, at) => {
            const row = rows[index];
            return row === undefined ? null : (
              <InstanceTableRow
                key={row.key}
                row={row}
                columns={columns}
                index={index}
                start={start}
                narrow={narrow}
                {...stateOf(row)}
                tabbable={focusedIndex === -1 ? at === 0 : index === focusedIndex}
                onFocus={setFocused}
                onMove={moveTo}
                actions={actions}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The row that has the focus stays drawn, wherever it is. */
function withFocused(range: Range, index: number): number[] {
  const drawn = defaultRangeExtractor(range);
  if (index === -1 || drawn.includes(index)) return drawn;
  return [...drawn, index].sort((one, other) => one - other);
}

/** Where rows become higher or lower, the first one in sight stays in sight. */
function useSteadyPlace(
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  height: number,
) {
  const measured = useRef(height);
  useLayoutEffect(() => {
    if (measured.current === height) return;
    const first = (virtualizer.scrollOffset ?? 0) / measured.current;
    measured.current = height;
    virtualizer.measure();
    virtualizer.scrollToOffset(first * height);
  }, [virtualizer, height]);
}

/** Who asks anew reads from the top. */
function useReadFromTop(container: RefObject<HTMLDivElement | null>, asked: string) {
  const shown = useRef(asked);
  useLayoutEffect(() => {
    if (shown.current === asked) return;
    shown.current = asked;
    container.current?.scrollTo(0, 0);
  }, [container, asked]);
}

/** Select, name, the other columns, Delete. */
function columnWidths(columns: readonly InstanceColumn[]): CSSProperties & { '--columns': string } {
  const widths = columns.map(({ width }) => (width === undefined ? 'minmax(0, 1fr)' : `${width}px`));
  return { '--columns': ['44px', ...widths, '80px'].join(' ') };
}
