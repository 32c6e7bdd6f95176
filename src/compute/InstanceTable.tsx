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
import { useStore } from 'zustand';
import { Button } from '../ui/Button.tsx';
import { createLazyCode, useLazyCode } from '../ui/lazyCode.ts';
import { maxFullyRenderedRows } from '../ui/longLists.ts';
import { NoticeRow } from '../ui/notices.tsx';
import { usePreferences } from '../ui/usePreferences.ts';
import { scalePx, useIsNarrow } from '../ui/windowWidth.ts';
import { tableRoles } from './cells.tsx';
import { dataColumns } from './columns.tsx';
import { useComputeActions } from './computeActions.ts';
import { CardHeader, InstanceHeader } from './InstanceHeader.tsx';
import { InstanceTableRow } from './InstanceTableRow.tsx';
import { findRowIndex, type InstanceRow } from './instanceRow.ts';
import type { LongRowsProps, RowScroller } from './LongRows.tsx';
import { findRowElement, isRowCommand } from './rowFocus.ts';
import { useTableView } from './tableView.ts';
import { useComputeInstances } from './useInstances.ts';
import { useComputeTable } from './useInstanceTable.ts';

/** Row height (px) of each density. A row has two lines of text. */
const rowHeights = { comfortable: 40, compact: 36 } as const;
const cardHeight = 112;
const headerHeight = 36;

const longRowsCode = createLazyCode(async () => (await import('./LongRows.tsx')).LongRows);

/** The table of matching instances. A long list renders only its visible rows, but `aria-rowcount` counts all rows. */
export function InstanceTable() {
  const { table, matchingRows, selection } = useComputeTable();
  const { getDeleteChecks } = useComputeInstances();
  const { askToDeleteAll } = useComputeActions();
  const [view] = useTableView();
  const isNarrow = useIsNarrow();
  const container = useRef<HTMLDivElement>(null);
  const { density } = usePreferences().preferences;
  const height = scalePx(isNarrow ? cardHeight : rowHeights[density]);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const focusedIndex = focusedKey === null ? -1 : findRowIndex(matchingRows, focusedKey);
  const rendersAllRows = matchingRows.length <= maxFullyRenderedRows;
  const scroller = useRef<RowScroller>(null);
  useScrollToTopOnChange(container, JSON.stringify([view.search, view.databases, view.status, view.sort]));

  const { toggle, extend } = selection;
  const moveFocus = useCallback(
    (index: number, from: InstanceRow | null) => {
      // The scroller is null until the code for long lists has loaded. Until then, only the first rows are rendered.
      const reachableCount = scroller.current === null ? maxFullyRenderedRows : matchingRows.length;
      const targetIndex = Math.min(Math.max(index, 0), reachableCount - 1, matchingRows.length - 1);
      const target = matchingRows[targetIndex];
      if (target === undefined) return;
      setFocusedKey(target.key);
      if (from !== null) extend(from, target);
      scroller.current?.scrollToIndex(targetIndex, { align: 'auto' });
      const element = findRowElement(target.key);
      // Focus a rendered row at once, because another key press may follow in the same frame.
      if (element !== null) element.focus();
      else requestAnimationFrame(() => findRowElement(target.key)?.focus());
    },
    [matchingRows, extend],
  );

  /** Asks to delete the selected rows after a press of the Delete key, even if an unselected row has the focus. */
  function deleteSelected(event: KeyboardEvent) {
    if (event.key !== 'Delete' || selection.rows.length === 0 || isRowCommand(event)) return;
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
      onMoveFocus: moveFocus,
    }),
    [columns, view.hidden, isNarrow, height, toggle, moveFocus],
  );
  const gridTracks = columns.map(({ columnDef: { meta } }) => meta?.gridTrack).join(' ');
  const style: CSSProperties & { '--columns': string } = { '--columns': gridTracks };
  const selectedRows = new Set(selection.rows);

  function renderRow(index: number, isFirstRendered: boolean) {
    const row = matchingRows[index];
    if (row === undefined) return null;
    return (
      <InstanceTableRow
        key={row.key}
        row={row}
        index={index}
        checks={getDeleteChecks(row)}
        isSelected={selectedRows.has(row)}
        isTabbable={focusedIndex === -1 ? isFirstRendered : index === focusedIndex}
        hasOpenDetails={row.key === view.details}
        layout={layout}
      />
    );
  }

  return (
    <div
      ref={container}
      className={`relative max-h-[max(15rem,100dvh-13.25rem)] overflow-auto rounded-lg border border-line bg-surface ${rendersAllRows ? 'max-md:max-h-none' : 'max-md:max-h-[75dvh]'}`}
    >
      <table
        {...tableRoles.table}
        aria-label="Compute instances"
        aria-rowcount={matchingRows.length + 1}
        style={style}
        className="block"
      >
        {isNarrow ? <CardHeader /> : <InstanceHeader />}
        <tbody
          {...tableRoles.rowGroup}
          className="relative block"
          onKeyDownCapture={deleteSelected}
          style={{ height: matchingRows.length * height }}
        >
          {rendersAllRows ? (
            matchingRows.map((_, index) => renderRow(index, index === 0))
          ) : (
            <VisibleRows
              container={container}
              scroller={scroller}
              count={matchingRows.length}
              height={height}
              headerHeight={isNarrow ? 0 : scalePx(headerHeight)}
              focusedIndex={focusedIndex}
              renderRow={renderRow}
            />
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The visible rows of a long list. Until the code for long lists has loaded, only the first rows are rendered. */
function VisibleRows(props: LongRowsProps) {
  const { code: LongRows } = useLazyCode(longRowsCode);
  if (LongRows !== null) return <LongRows {...props} />;
  return Array.from({ length: maxFullyRenderedRows }, (_, index) => props.renderRow(index, index === 0));
}

export function MissingRowsNotice() {
  const { error } = useStore(longRowsCode);
  const { matchingRows } = useComputeTable();
  if (error === null || matchingRows.length <= maxFullyRenderedRows) return null;
  return (
    <NoticeRow
      tone="danger"
      title={`Only the first ${maxFullyRenderedRows} instances are shown.`}
      actions={
        <Button size="small" onClick={longRowsCode.load}>
          Try again
        </Button>
      }
    >
      The code for long lists didn’t load. Check your connection and try again.
    </NoticeRow>
  );
}

function useScrollToTopOnChange(container: RefObject<HTMLDivElement | null>, query: string) {
  const shownQuery = useRef(query);
  useLayoutEffect(() => {
    if (shownQuery.current === query) return;
    shownQuery.current = query;
    container.current?.scrollTo(0, 0);
  }, [container, query]);
}
