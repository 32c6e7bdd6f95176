import type { TableColumn, TableView } from '../search/readTableView.ts';
import type { InstanceColumn } from './instanceColumns.tsx';
import { SelectBox } from './SelectBox.tsx';
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
export function InstanceHeader({ columns, narrow, sort, onSort, total, selection }: Props) {
  if (narrow)
    return (
      <thead className="sr-only">
        <tr>
          <th scope="col">Instance</th>
        </tr>
      </thead>
    );
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="sticky top-0 z-10 h-9 w-11 border-b border-line bg-surface pl-1.5">
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
              scope="col"
              aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              className={`sticky top-0 z-10 h-9 border-b border-line bg-surface px-2 text-left text-small font-medium text-muted ${widths[id] ?? ''}`}
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
        <th scope="col" className="sticky top-0 z-10 h-9 w-[80px] border-b border-line bg-surface">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

const nameColumn = { id: 'name', header: 'Name' } as const;

const widths: Partial<Record<TableColumn, string>> = {
  database: 'w-[92px]',
  status: 'w-[120px]',
  region: 'w-[160px]',
  created: 'w-[188px]',
  expandable: 'w-[104px]',
  sharded: 'w-[84px]',
};
