import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/fields.tsx';
import { formatInstanceCount } from '../instanceRow.ts';
import { type ColumnId, columnIds, useTableView } from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

export const columnClasses: Readonly<Record<ColumnId | 'actions', string>> = {
  name: 'name-cell',
  database: 'w-36 truncate @max-5xl:w-28 @max-3xl:w-24 @max-xl:hidden',
  status: 'w-34 truncate @max-5xl:w-26 @max-xl:hidden',
  region: 'w-52 truncate @max-5xl:w-44 @max-3xl:w-38 @max-xl:hidden',
  created: 'w-36 truncate @max-5xl:w-32 @max-3xl:hidden',
  actions: 'screen-only w-40 truncate pr-3 pl-0 text-right @max-5xl:w-20 @max-xl:pr-4',
};

export function TableHead() {
  const { table, hasActions } = useCompute();
  const headClass = `sticky-bar z-10 h-8.5 border-b border-line bg-surface text-left text-small font-medium text-muted md:sticky ${table.selected.size > 0 ? 'md:top-11' : 'md:top-0'}`;
  return (
    <thead>
      <tr>
        {columnIds.map((id) => (
          <SortableHeader key={id} id={id} className={headClass}>
            {id === 'name' && hasActions && <SelectAll />}
          </SortableHeader>
        ))}
        {hasActions && (
          <th scope="col" className={`${headClass} ${columnClasses.actions}`}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

const headers: Readonly<Record<ColumnId, string>> = {
  name: 'Name',
  database: 'Database',
  status: 'Status',
  region: 'Region',
  created: 'Created (UTC)',
};

function SortableHeader({
  id,
  className,
  children,
}: {
  id: ColumnId;
  className: string;
  children: ReactNode;
}) {
  const [{ sort }, changeView] = useTableView();
  const direction = sort?.column !== id ? undefined : sort.descending ? 'descending' : 'ascending';
  const Arrow = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-label={headers[id]}
      aria-sort={direction}
      className={`${className} ${columnClasses[id]}`}
    >
      {children}
      <button
        type="button"
        aria-label={`Sort by ${headers[id]}`}
        onClick={() =>
          changeView({
            sort: direction === 'descending' ? null : { column: id, descending: direction === 'ascending' },
          })
        }
        className="inline-flex items-center gap-1 rounded-chip underline-offset-2 hover:text-text hover:underline"
      >
        <span>{headers[id]}</span>
        <Arrow size={13} aria-hidden="true" className={direction === undefined ? 'text-faint' : ''} />
      </button>
    </th>
  );
}

function SelectAll() {
  const { selected, hiddenKeys, selectableRows, setSelected } = useCompute().table;
  if (selectableRows.length === 0) return null;
  const shownCount = selected.size - hiddenKeys.size;
  const isAll = shownCount === selectableRows.length;
  return (
    <Checkbox
      label={`Select all ${formatInstanceCount(selectableRows.length)}`}
      checked={isAll}
      isMixed={!isAll && shownCount > 0}
      onToggle={() => setSelected(selectableRows, !isAll)}
    />
  );
}
