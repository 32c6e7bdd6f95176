import { type FocusEvent, Fragment, type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import { useComputeActions } from '../computeActions.ts';
import type { RowStatus } from '../deletion/rowStatus.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { DeleteButton, RowSelectBox, type RowView, RowViewContext, tableRoles } from './cells.tsx';
import { dataColumns, type TableRow } from './columns.tsx';
import { NameButton, NameDetails } from './NameCell.tsx';

/** What all rows of the table share. */
type RowsLayout = {
  /** The visible columns, in order. */
  columnIds: readonly string[];
  isNarrow: boolean;
  workspaceSlug: string;
  /** Height of a row (px). */
  height: number;
  onFocus: (key: string) => void;
  onSelect: RowView['onSelect'];
  /** Moves the focus. With `from`, all rows from that one on are selected. */
  onMove: (index: number, from: InstanceRow | null) => void;
};

type Props = {
  tableRow: TableRow;
  index: number;
  status: RowStatus | null;
  isProtected: boolean;
  isSelected: boolean;
  isTabbable: boolean;
  layout: RowsLayout;
};

/** A row of the table, or a card in a narrow window. Memoized: typing and moving render the table with each key. */
export const InstanceTableRow = memo(function InstanceTableRow(props: Props) {
  const { tableRow, index, status, isProtected, isSelected, isTabbable, layout } = props;
  const { columnIds, isNarrow, workspaceSlug, height, onFocus, onSelect, onMove } = layout;
  const row = tableRow.original;
  const cells = tableRow.getAllCellsByColumnId();
  const actions = useComputeActions();
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);

  function focus() {
    setHasFocus(true);
    onFocus(row.key);
  }

  function blur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setHasFocus(false);
  }

  function handleKey(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.target !== event.currentTarget) return;
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + 10,
      PageUp: index - 10,
      Home: 0,
      End: Number.MAX_SAFE_INTEGER,
    };
    const rowActions: Record<string, () => void> = {
      ' ': () => onSelect(row, event.shiftKey),
      Delete: () => actions.askToDelete(row),
      Enter: () => actions.showDetails(row),
    };
    const target = moves[event.key];
    const rowAction = rowActions[event.key];
    if (target !== undefined) onMove(target, event.shiftKey ? row : null);
    else if (rowAction !== undefined) {
      // The focused row may be out of sight. Scroll to it, so that the user sees which instance the key acts on.
      event.currentTarget.scrollIntoView({ block: 'nearest' });
      rowAction();
    } else return;
    event.preventDefault();
  }

  function selectByCell({ target, shiftKey }: MouseEvent) {
    if (target instanceof Element && target.hasAttribute('data-select')) onSelect(row, shiftKey);
  }

  return (
    <tr
      {...tableRoles.row}
      data-key={row.key}
      style={{ transform: `translateY(${index * height}px)` }}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      tabIndex={isTabbable ? 0 : -1}
      onFocus={focus}
      onBlur={blur}
      // Not `onPointerEnter`: rows that scroll below a resting pointer would become active.
      onPointerMove={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
      onKeyDown={handleKey}
      onClick={selectByCell}
      className={`absolute inset-x-0 top-0 scroll-mt-9 scroll-mb-[calc(var(--bottom-bar,0px)+var(--action-bar,0px))] border-b border-line outline-offset-[-2px] last:border-b-0 hover:bg-hover data-selected:bg-accent-soft focus-visible:outline-2 focus-visible:outline-accent ${isNarrow ? 'block h-[148px]' : 'grid h-10 grid-cols-(--columns) items-center contain-strict compact:h-9'}`}
    >
      <RowViewContext
        value={{
          row,
          status,
          isProtected,
          isSelected,
          isActive: hasPointer || hasFocus,
          workspaceSlug,
          onSelect,
        }}
      >
        {isNarrow ? (
          <CardCell row={row} />
        ) : (
          columnIds.map((id) => <Fragment key={id}>{renderCell(cells[id])}</Fragment>)
        )}
      </RowViewContext>
    </tr>
  );
});

function renderCell(cell: ReturnType<TableRow['getAllCellsByColumnId']>[string] | undefined) {
  const template = cell?.column.columnDef.cell;
  return cell !== undefined && typeof template === 'function' ? template(cell.getContext()) : null;
}

function CardCell({ row }: { row: InstanceRow }) {
  return (
    <td {...tableRoles.cell} className="grid h-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 overflow-hidden">
      <div className="min-w-0 pt-3 pl-4">
        <NameButton />
        <NameDetails />
      </div>
      <div data-select="" className="grid size-11 cursor-pointer place-items-center justify-self-end">
        <RowSelectBox />
      </div>
      <div className="flex min-w-0 flex-wrap content-start gap-x-3 gap-y-1 self-end pb-3 pl-4 text-small text-muted">
        {dataColumns.map(({ id, meta }) => {
          const line = meta.card?.(row);
          return line ? (
            <span key={id} className="max-w-full truncate">
              {line}
            </span>
          ) : null;
        })}
      </div>
      <div className="self-end pr-2 pb-2">
        <DeleteButton />
      </div>
    </td>
  );
}
