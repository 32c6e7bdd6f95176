import { type KeyboardEvent, memo, useState } from 'react';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { RowActions } from '../instances/RowActions.ts';
import type { RowState } from '../journal/RowState.ts';
import { InstanceCard } from './InstanceCard.tsx';
import type { InstanceColumn } from './instanceColumns.tsx';
import { NameCell } from './NameCell.tsx';
import { RowDeleteButton } from './RowDeleteButton.tsx';
import { SelectBox } from './SelectBox.tsx';
import { tableRoles } from './tableRoles.ts';

type Props = RowState & {
  row: InstanceRow;
  columns: readonly InstanceColumn[];
  index: number;
  /** px by which the row is moved down, past rows that are not drawn. */
  shift: number;
  narrow: boolean;
  tabbable: boolean;
  onFocus: (key: string) => void;
  /** With `from`, all rows from that one to the one moved to are selected. */
  onMove: (index: number, from: InstanceRow | null) => void;
  actions: RowActions;
};

/** One instance: a line of the table, or a card on a phone. Scrolling draws anew only what it brings into sight. */
export const InstanceTableRow = memo(TableRow);

function TableRow(props: Props) {
  const { row, columns, index, shift, narrow, tabbable, onFocus, onMove, actions, ...state } = props;
  // What only a row that is pointed at or focused shows is not drawn for the dozens that are not.
  const [isNear, setIsNear] = useState(false);

  function focus() {
    setIsNear(true);
    onFocus(row.key);
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

  return (
    <tr
      {...tableRoles.row}
      data-key={row.key}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
      data-selected={state.isSelected || undefined}
      aria-rowindex={index + 2}
      tabIndex={tabbable ? 0 : -1}
      onFocus={focus}
      // Not on entering: rows that are scrolled past a resting pointer are not pointed at.
      onPointerMove={() => setIsNear(true)}
      onKeyDown={act}
      className={`scroll-mt-9 border-b border-line outline-offset-[-2px] last:border-b-0 hover:bg-hover data-selected:bg-accent-soft focus-visible:outline-2 focus-visible:outline-accent ${narrow ? 'block h-[148px]' : 'grid h-10 grid-cols-(--columns) items-center contain-strict compact:h-9'}`}
    >
      <Cells {...state} row={row} columns={columns} narrow={narrow} actions={actions} isNear={isNear} />
    </tr>
  );
}

type CellsProps = RowState & Pick<Props, 'row' | 'columns' | 'narrow' | 'actions'> & { isNear: boolean };

/** What stands in a row, wherever in the list it stands: a deletion moves all rows below it, and changes none of them. */
const Cells = memo(RowCells);

function RowCells({ row, columns, narrow, actions, isNear, ...state }: CellsProps) {
  if (narrow)
    return (
      <td {...tableRoles.cell} className="block h-full">
        <InstanceCard row={row} state={state} actions={actions} isNear={isNear} />
      </td>
    );
  return (
    <>
      <td {...tableRoles.cell} className="pl-1.5">
        <SelectBox
          label={`Select ${row.label}`}
          tabIndex={-1}
          checked={state.isSelected}
          onToggle={(range) => actions.onSelect(row, range)}
        />
      </td>
      <td {...tableRoles.cell} className="overflow-hidden px-2">
        <NameCell row={row} state={state} actions={actions} isNear={isNear} />
      </td>
      {columns.map((column) =>
        column.text === undefined ? (
          <td key={column.id} {...tableRoles.cell} className="overflow-hidden px-2">
            {column.cell(row, isNear)}
          </td>
        ) : (
          <TextCell key={column.id} text={column.text(row)} quiet={column.quiet} />
        ),
      )}
      <td {...tableRoles.cell} className="px-2 text-right">
        <RowDeleteButton row={row} state={state} actions={actions} />
      </td>
    </>
  );
}

/** A cell that is nothing but its text: a cell can cut its text off by itself. */
function TextCell({ text, quiet }: { text: string | null; quiet: string | undefined }) {
  return (
    <td
      {...tableRoles.cell}
      dir="auto"
      title={text ?? undefined}
      className={`truncate px-2 ${text === null || text === quiet ? 'text-muted' : ''}`}
    >
      {text ?? '–'}
    </td>
  );
}
