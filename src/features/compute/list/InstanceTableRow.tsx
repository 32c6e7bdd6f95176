import { type FocusEvent, type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import type { RowState } from '../deletion/deletionMarks.ts';
import { type InstanceRow, type RowActions, undeletableReason } from '../instanceRow.ts';
import { isPlainName, SafeName } from '../SafeName.tsx';
import { columns as allColumns, type InstanceColumn } from './columns.tsx';
import { SelectBox, tableRoles } from './InstanceHeader.tsx';
import { NameCell } from './NameCell.tsx';

type Props = RowState & {
  row: InstanceRow;
  columns: readonly InstanceColumn[];
  index: number;
  /** px from the first row's place. */
  start: number;
  narrow: boolean;
  tabbable: boolean;
  onFocus: (key: string) => void;
  /** With `from`, all rows from that one to the one moved to are selected. */
  onMove: (index: number, from: InstanceRow | null) => void;
  actions: RowActions;
};

/** One instance: a line of the table, or a card on a phone. Scrolling draws anew only what it brings into sight. */
export const InstanceTableRow = memo(function InstanceTableRow(props: Props) {
  const { row, columns, index, start, narrow, tabbable, onFocus, onMove, actions, ...state } = props;
  // What only a row that is pointed at or focused shows is not drawn for the dozens that are not.
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);

  function focus() {
    setHasFocus(true);
    onFocus(row.key);
  }

  function blur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setHasFocus(false);
  }

  function act(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.target !== event.currentTarget) return;
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + 10,
      PageUp: index - 10,
      Home: 0,
      End: Number.MAX_SAFE_INTEGER,
    };
    const deeds: Record<string, () => void> = {
      ' ': () => actions.onSelect(row, event.shiftKey),
      Delete: () => actions.onDelete(row),
      Enter: () => actions.onShow(row),
    };
    const target = moves[event.key];
    const deed = deeds[event.key];
    if (target !== undefined) onMove(target, event.shiftKey ? row : null);
    else if (deed !== undefined) {
      // It is seen to whom: the row may have been scrolled out of sight since it got the focus.
      event.currentTarget.scrollIntoView({ block: 'nearest' });
      deed();
    } else return;
    event.preventDefault();
  }

  /** The whole cell of the checkbox is its target: a thumb needs the room. */
  function select({ target, shiftKey }: MouseEvent) {
    if (target instanceof Element && target.hasAttribute('data-select')) actions.onSelect(row, shiftKey);
  }

  return (
    <tr
      {...tableRoles.row}
      data-key={row.key}
      style={{ transform: `translateY(${start}px)` }}
      data-selected={state.isSelected || undefined}
      aria-rowindex={index + 2}
      tabIndex={tabbable ? 0 : -1}
      onFocus={focus}
      onBlur={blur}
      // Not on entering: rows that are scrolled past a resting pointer are not pointed at.
      onPointerMove={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onKeyDown={act}
      onClick={select}
      className={`absolute inset-x-0 top-0 scroll-mt-9 scroll-mb-[calc(var(--bottom-bar,0px)+var(--action-bar,0px))] border-b border-line outline-offset-[-2px] last:border-b-0 hover:bg-hover data-selected:bg-accent-soft focus-visible:outline-2 focus-visible:outline-accent ${narrow ? 'block h-[148px]' : 'grid h-10 grid-cols-(--columns) items-center contain-strict compact:h-9'}`}
    >
      <Cells
        {...state}
        row={row}
        columns={columns}
        narrow={narrow}
        actions={actions}
        isNear={isPointedAt || hasFocus}
      />
    </tr>
  );
});

type CellsProps = RowState & Pick<Props, 'row' | 'columns' | 'narrow' | 'actions'> & { isNear: boolean };

/** What stands in a row, wherever in the list it stands: a deletion moves all rows below it, and changes none of them. */
const Cells = memo(function Cells({ row, columns, narrow, actions, isNear, ...state }: CellsProps) {
  const box = (
    <SelectBox
      label={`Select ${row.label}`}
      tabIndex={narrow ? undefined : -1}
      checked={state.isSelected}
      onToggle={(range) => actions.onSelect(row, range)}
    />
  );
  const name = <NameCell row={row} state={state} actions={actions} isNear={isNear} />;
  const remove = <DeleteButton row={row} state={state} actions={actions} />;
  if (narrow)
    return (
      <td {...tableRoles.cell} className="grid h-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 overflow-hidden">
        <div className="min-w-0 pt-3 pl-4">{name}</div>
        <div data-select="" className="grid size-11 cursor-pointer place-items-center justify-self-end">
          {box}
        </div>
        <div className="flex min-w-0 flex-wrap content-start gap-x-3 gap-y-1 self-end pb-3 pl-4 text-small text-muted">
          {allColumns.map(({ id, card }) => {
            const line = card?.(row);
            return line ? (
              <span key={id} className="max-w-full truncate">
                {line}
              </span>
            ) : null;
          })}
        </div>
        <div className="self-end pr-2 pb-2">{remove}</div>
      </td>
    );
  return (
    <>
      <td {...tableRoles.cell} data-select="" className="grid h-full cursor-pointer place-items-center">
        {box}
      </td>
      {columns.map((column) => (
        <td key={column.id} {...cellProps(column, row)}>
          {column.id === 'name' ? name : contentOf(column, row, isNear)}
        </td>
      ))}
      <td {...tableRoles.cell} className="px-2 text-right">
        {remove}
      </td>
    </>
  );
});

/** A cell that is nothing but its text can cut its text off by itself. */
function cellProps({ text, quiet, className = '' }: InstanceColumn, row: InstanceRow) {
  if (text === undefined) return { ...tableRoles.cell, className: `overflow-hidden px-2 ${className}` };
  const value = text(row) || null;
  return {
    ...tableRoles.cell,
    dir: 'auto',
    title: value ?? undefined,
    'data-value': value ?? undefined,
    className: `truncate px-2 ${value === null || value === quiet ? 'text-muted' : className}`,
  };
}

function contentOf({ text, cell }: InstanceColumn, row: InstanceRow, isNear: boolean) {
  if (text === undefined) return cell?.(row, isNear);
  const value = text(row) || '–';
  return value === '–' || isPlainName(value) ? value : <SafeName name={value} />;
}

type DeleteButtonProps = { row: InstanceRow; state: RowState; actions: RowActions };

/** A row's Delete: quiet until the row is pointed at, always reachable; where it can't work it says why. */
function DeleteButton({ row, state, actions }: DeleteButtonProps) {
  const reason = undeletableReason(row, state);
  return (
    <button
      type="button"
      aria-label={`Delete ${row.label}`}
      title={reason ?? undefined}
      disabled={reason !== null}
      onClick={() => actions.onDelete(row)}
      className="min-h-7 rounded-md px-2 text-small font-medium text-muted enabled:hover:bg-danger-soft enabled:focus-visible:text-danger enabled:touch:text-danger disabled:cursor-not-allowed disabled:opacity-55 [tr:hover_&]:enabled:text-danger"
    >
      Delete
    </button>
  );
}
