import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIsNarrow } from '../../../ui/useIsNarrow.ts';
import { usePreferences } from '../../../ui/usePreferences.ts';
import { useWindowWidth } from '../../../ui/useWindowWidth.ts';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import { indexOfKey } from '../instances/indexOfKey.ts';
import type { RowActions } from '../instances/RowActions.ts';
import type { RowState } from '../journal/RowState.ts';
import type { TableColumn, TableView } from '../search/readTableView.ts';
import type { DrawnRows } from './DrawnRows.ts';
import { InstanceHeader } from './InstanceHeader.tsx';
import { InstanceTableRow } from './InstanceTableRow.tsx';
import { type InstanceColumn, instanceColumns } from './instanceColumns.tsx';
import { RowWindow } from './RowWindow.tsx';
import { rowElement } from './rowElement.ts';
import { tableRoles } from './tableRoles.ts';
import type { Selection } from './useSelection.ts';

type Props = {
  /** All rows that match, in order. */
  rows: readonly InstanceRow[];
  stateOf: (row: InstanceRow) => RowState;
  selection: Selection;
  view: TableView;
  onSort: (column: TableColumn) => void;
  actions: RowActions;
};

/** px; two lines of text, and as little around them as still breathes. */
const rowHeights = { comfortable: 40, compact: 36 } as const;
const cardHeight = 148;
const headerHeight = 36;

/** The list of instances. Only what is in sight is drawn, however long the list is; its semantics count all of it. */
export function InstanceTable(props: Props) {
  const { rows, view } = props;
  const narrow = useIsNarrow();
  const container = useRef<HTMLDivElement>(null);
  const asked = JSON.stringify([view.search, view.database, view.status, view.sort]);
  const shown = useRef(asked);
  useLayoutEffect(() => {
    if (shown.current === asked) return;
    // Who asks anew reads from the top.
    shown.current = asked;
    container.current?.scrollTo(0, 0);
  }, [asked]);
  const [focused, setFocused] = useState<string | null>(null);
  const focusedIndex = focused === null ? -1 : indexOfKey(rows, focused);
  const { density } = usePreferences().preferences;
  const height = narrow ? cardHeight : rowHeights[density];
  return (
    <div
      ref={container}
      className={`relative max-h-[max(240px,100dvh-212px)] overflow-auto rounded-lg border border-line bg-surface ${rows.length > 60 ? 'max-md:max-h-[75dvh]' : 'max-md:max-h-none'}`}
    >
      <RowWindow count={rows.length} rowHeight={height} container={container} pinned={focusedIndex}>
        {(drawnRows) => (
          <DrawnTable
            {...props}
            {...drawnRows}
            height={height}
            narrow={narrow}
            focused={focusedIndex === -1 ? null : focused}
            onFocus={setFocused}
          />
        )}
      </RowWindow>
    </div>
  );
}

type DrawnProps = Props &
  DrawnRows & {
    height: number;
    narrow: boolean;
    focused: string | null;
    onFocus: (key: string) => void;
  };

function DrawnTable(props: DrawnProps) {
  const { rows, stateOf, selection, view, onSort, actions } = props;
  const { drawn, scrollTo, height, narrow, focused, onFocus } = props;
  const { hidden } = view;
  const width = useWindowWidth();
  // What does not fit is in the details: a table that has to be scrolled sideways hides what it is about.
  const columns = useMemo(
    () => instanceColumns.filter(({ id, fits = 0 }) => width >= fits && !hidden.includes(id)),
    [hidden, width],
  );
  // All rows but a focused one out of sight follow each other: they are moved together, so that scrolling changes few.
  const middle = drawn.length >> 1;
  const base = (drawn[middle] ?? middle) - middle;
  const isWhole = drawn.length === rows.length;
  const wholeHeight = rows.length * height + (narrow ? 0 : headerHeight);

  const moveTo = useCallback(
    (index: number, from: InstanceRow | null) => {
      const at = Math.min(Math.max(index, 0), rows.length - 1);
      const target = rows[at];
      if (target === undefined) return;
      onFocus(target.key);
      if (from !== null) actions.onExtend(from, target);
      scrollTo(at);
      const drawn = rowElement(target.key);
      // At once, for the next key may come within the frame; what is not drawn yet is so after the list has scrolled.
      if (drawn !== null) drawn.focus();
      else requestAnimationFrame(() => rowElement(target.key)?.focus());
    },
    [rows, actions, onFocus, scrollTo],
  );

  return (
    // As high as the whole list: the scroll bar is true and the head stays; the rows drawn are moved to their places.
    <table
      {...tableRoles.table}
      aria-label="Compute instances"
      aria-rowcount={rows.length + 1}
      style={{ ...columnWidths(columns), height: isWhole ? undefined : wholeHeight }}
      className="block"
    >
      <InstanceHeader
        columns={columns}
        narrow={narrow}
        sort={view.sort}
        onSort={onSort}
        total={rows.length}
        selection={selection}
      />
      <tbody
        {...tableRoles.rowGroup}
        className="block"
        style={base === 0 ? undefined : { transform: `translateY(${base * height}px)` }}
      >
        {drawn.map((index, at) => {
          const row = rows[index];
          return row === undefined ? null : (
            <InstanceTableRow
              key={row.key}
              row={row}
              columns={columns}
              index={index}
              shift={(index - at - base) * height}
              narrow={narrow}
              {...stateOf(row)}
              tabbable={focused === null ? at === 0 : row.key === focused}
              onFocus={onFocus}
              onMove={moveTo}
              actions={actions}
            />
          );
        })}
      </tbody>
    </table>
  );
}

/** Select, name, the chosen columns, Delete. */
function columnWidths(columns: readonly InstanceColumn[]): CSSProperties & { '--columns': string } {
  const share = 'minmax(0, 1fr)';
  const widths = columns.map(({ width }) => (width === undefined ? share : `${width}px`));
  return { '--columns': ['44px', share, ...widths, '80px'].join(' ') };
}
