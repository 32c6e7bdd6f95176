import { memo } from 'react';
import type { TableColumn, TableView } from '../search/readTableView.ts';
import type { InstanceColumn } from './instanceColumns.tsx';
import { nameColumn } from './nameColumn.ts';
import { SelectBox } from './SelectBox.tsx';
import { tableRoles } from './tableRoles.ts';
import type { Selection } from './useSelection.ts';

type Props = {
  columns: readonly InstanceColumn[];
  narrow: boolean;
  sort: TableView['sort'];
  onSort: (column: TableColumn) => void;
  /** How many rows match. */
  total: number;
  selection: Selection;
};

/** The sticky header: each column's name sorts by it. On a phone the cards need none, but readers of the screen do. */
export const InstanceHeader = memo(TableHeader);

function TableHeader({ columns, narrow, sort, onSort, total, selection }: Props) {
  if (narrow)
    return (
      <thead {...tableRoles.rowGroup} className="sr-only">
        <tr {...tableRoles.row}>
          <th {...tableRoles.columnHeader}>Instance</th>
        </tr>
      </thead>
    );
  return (
    <thead {...tableRoles.rowGroup} className="sticky top-0 z-10 block h-9 border-b border-line bg-surface">
      <tr {...tableRoles.row} aria-rowindex={1} className="grid h-full grid-cols-(--columns) items-center">
        <th {...tableRoles.columnHeader} className="pl-1.5">
          <SelectBox
            label="Select all instances that match"
            checked={selection.rows.length === total}
            mixed={selection.rows.length > 0 && selection.rows.length < total}
            onToggle={() => (selection.rows.length === total ? selection.clear() : selection.selectAll())}
          />
        </th>
        {[nameColumn, ...columns].map(({ id, header }) => {
          const sorted = sort !== null && sort.column === id;
          return (
            <th
              key={id}
              {...tableRoles.columnHeader}
              aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              className="px-2 text-left text-small font-medium text-muted"
            >
              <button
                type="button"
                onClick={() => onSort(id)}
                className="-mx-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1 hover:text-text"
              >
                <span className="truncate">{header}</span>
                {sorted && <span aria-hidden="true">{sort.descending ? '↓' : '↑'}</span>}
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
