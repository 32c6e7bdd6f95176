import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { ColumnId, InstanceColumn } from './columns.tsx';
import type { TableView } from './tableView.ts';
import type { Selection } from './useSelection.ts';

/**
 * What the elements of a table are, in so many words: laid out as blocks, which are drawn one by one in a long list, some
 * browsers take them for nothing but boxes.
 */
export const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;

type Props = {
  columns: readonly InstanceColumn[];
  narrow: boolean;
  sort: TableView['sort'];
  changeView: (change: Partial<TableView>) => void;
  /** How many rows match. */
  total: number;
  selection: Selection;
};

/** The sticky header: each column's name sorts by it. On a phone the cards need none, but readers of the screen do. */
export function InstanceHeader({ columns, narrow, sort, changeView, total, selection }: Props) {
  if (narrow)
    return (
      <thead {...tableRoles.rowGroup} className="sr-only">
        <tr {...tableRoles.row}>
          <th {...tableRoles.columnHeader}>Instance</th>
        </tr>
      </thead>
    );

  function sortBy(column: ColumnId) {
    const same = sort?.column === column;
    changeView({ sort: same && sort.descending ? null : { column, descending: same } });
  }

  const selected = selection.rows.length;
  return (
    <thead {...tableRoles.rowGroup} className="sticky top-0 z-10 block h-9 border-b border-line bg-surface">
      <tr {...tableRoles.row} aria-rowindex={1} className="grid h-full grid-cols-(--columns) items-center">
        <th {...tableRoles.columnHeader} className="grid place-items-center">
          <SelectBox
            label="Select all instances that match"
            checked={selected === total}
            mixed={selected > 0 && selected < total}
            onToggle={() => (selected === total ? selection.clear() : selection.selectAll())}
          />
        </th>
        {columns.map(({ id, header }) => {
          const sorted = sort !== null && sort.column === id;
          const Arrow = sort?.descending ? ArrowDown : ArrowUp;
          return (
            <th
              key={id}
              {...tableRoles.columnHeader}
              aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              className="px-2 text-left text-small font-medium text-muted"
            >
              <button
                type="button"
                onClick={() => sortBy(id)}
                className="-mx-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1 hover:text-text"
              >
                <span className="truncate">{header}</span>
                {sorted && <Arrow size={12} aria-hidden="true" className="shrink-0" />}
              </button>
            </th>
          );
        })}
        <th {...tableRoles.columnHeader}>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

type SelectBoxProps = {
  label: string;
  checked: boolean;
  /** Some, not all. */
  mixed?: boolean;
  tabIndex?: number | undefined;
  onToggle: (range: boolean) => void;
};

/** A checkbox; with Shift it means the whole range. */
export function SelectBox({ label, checked, mixed = false, tabIndex, onToggle }: SelectBoxProps) {
  function toggle(event: MouseEvent<HTMLInputElement>) {
    onToggle(event.shiftKey);
  }
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = mixed;
      }}
      tabIndex={tabIndex}
      onClick={toggle}
      onChange={() => undefined}
      className="size-4 accent-accent"
    />
  );
}
