import { type FocusEvent, Fragment, type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import type { DeleteChecks } from '../deletion/rowStatus.ts';
import { DeleteButton, RowSelectBox, type RowView, tableRoles } from './cells.tsx';
import { columns, dataColumns } from './columns.tsx';
import { useComputeActions } from './computeActions.ts';
import type { InstanceRow } from './instanceRow.ts';
import { NameLines } from './NameCell.tsx';

/** The properties that all rows of the table share. */
type RowsLayout = {
  columnIds: readonly string[];
  isNarrow: boolean;
  /** Height of a row (px). */
  height: number;
  onFocus: (key: string) => void;
  onSelect: RowView['onSelect'];
  /** Moves the focus to the row at `index`. Unless `from` is null, selects all rows from `from` to the new row. */
  onMoveFocus: (index: number, from: InstanceRow | null) => void;
};

type Props = {
  row: InstanceRow;
  index: number;
  checks: DeleteChecks;
  isSelected: boolean;
  isTabbable: boolean;
  hasOpenDetails: boolean;
  layout: RowsLayout;
};

/** A row of the table, or a card in a narrow window. Memoized, because each key press renders the table. */
export const InstanceTableRow = memo(function InstanceTableRow(props: Props) {
  const { row, index, checks, isSelected, isTabbable, hasOpenDetails, layout } = props;
  const { columnIds, isNarrow, height, onFocus, onSelect, onMoveFocus } = layout;
  const actions = useComputeActions();
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isActive = hasPointer || hasFocus;
  const view = { row, checks, isSelected, isActive, hasStatusColumn: columnIds.includes('status'), onSelect };

  function handleFocus() {
    setHasFocus(true);
    onFocus(row.key);
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setHasFocus(false);
  }

  function handleKey(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.target !== event.currentTarget) return;
    const targetIndexes: Record<string, number> = {
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
    const targetIndex = targetIndexes[event.key];
    const rowAction = rowActions[event.key];
    if (targetIndex !== undefined) onMoveFocus(targetIndex, event.shiftKey ? row : null);
    else if (rowAction !== undefined) {
      // The focused row may be out of sight. Scroll to the row, so that the user sees which instance the key affects.
      event.currentTarget.scrollIntoView({ block: 'nearest' });
      rowAction();
    } else return;
    event.preventDefault();
  }

  function handleClick({ target, shiftKey }: MouseEvent) {
    if (!(target instanceof Element)) return;
    if (target.hasAttribute('data-select')) return onSelect(row, shiftKey);
    const isControl = target.closest('button, input, a') !== null;
    // Selecting text in the row also ends with a click, which must not open the details.
    const hasSelectedText = document.getSelection()?.isCollapsed === false;
    if (!isControl && !hasSelectedText) actions.showDetails(row);
  }

  return (
    <tr
      {...tableRoles.row}
      data-key={row.key}
      style={{ transform: `translateY(${index * height}px)` }}
      data-selected={isSelected || undefined}
      data-open={hasOpenDetails || undefined}
      aria-rowindex={index + 2}
      tabIndex={isTabbable ? 0 : -1}
      onFocus={handleFocus}
      onBlur={handleBlur}
      // Don't use `onPointerEnter`, because scrolling would activate every row that passes under the pointer.
      onPointerMove={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
      onKeyDown={handleKey}
      onClick={handleClick}
      className={`absolute inset-x-0 top-0 cursor-pointer scroll-mt-9 scroll-mb-[calc(var(--bottom-bar,0px)+var(--action-bar,0px))] border-b border-line outline-offset-[-2px] last:border-b-0 hover:bg-hover data-selected:bg-accent-soft data-open:shadow-[inset_3px_0_var(--color-accent)] focus-visible:outline-2 focus-visible:outline-accent ${isNarrow ? 'block h-28' : 'grid h-10 grid-cols-(--columns) items-center contain-strict compact:h-9'}`}
    >
      {isNarrow ? (
        <CardCell view={view} columnIds={columnIds} />
      ) : (
        columnIds.map((id) => <Fragment key={id}>{cellRenderers.get(id)?.(view)}</Fragment>)
      )}
    </tr>
  );
});

const cellRenderers = new Map(columns.map(({ id, meta }) => [id, meta?.cell]));

function CardCell({ view, columnIds }: { view: RowView; columnIds: readonly string[] }) {
  const { row, checks } = view;
  return (
    <td
      {...tableRoles.cell}
      className="grid h-full grid-cols-[minmax(0,1fr)_auto_2.75rem] grid-rows-[auto_1fr] overflow-hidden"
    >
      <div className="col-span-2 min-w-0 pt-2.5 pl-3">
        <NameLines view={view} />
      </div>
      <div data-select="" className="-mb-11 grid size-11 cursor-pointer place-items-center">
        <RowSelectBox view={view} />
      </div>
      <div className="flex min-w-0 flex-wrap content-start gap-x-3 gap-y-0.5 pt-1.5 pl-3 text-small text-muted">
        {dataColumns.map(({ id, meta }) => {
          const line = columnIds.includes(id) && meta.card?.(view);
          return line ? (
            <span key={id} className="max-w-full truncate">
              {line}
            </span>
          ) : null;
        })}
      </div>
      <div className="col-span-2 self-end justify-self-end pr-2 pb-1">
        <DeleteButton row={row} checks={checks} />
      </div>
    </td>
  );
}
