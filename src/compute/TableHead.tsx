import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Checkbox } from '../ui/fields.tsx';
import { formatInstanceCount } from './instanceRow.ts';
import { type ColumnId, columnIds, useTableView } from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

export const columnClasses: Readonly<Record<ColumnId | 'select' | 'actions', string>> = {
  select: 'screen-only w-9 max-md:w-11 max-md:pl-4',
  name: '',
  database: 'w-36 truncate max-[86rem]:w-28 max-[66rem]:w-24 max-md:hidden',
  status: 'w-34 truncate max-[86rem]:w-26 max-md:hidden',
  region: 'w-52 truncate max-[86rem]:w-44 max-[66rem]:w-38 max-md:hidden',
  created: 'w-36 truncate max-[86rem]:w-32 max-[66rem]:hidden',
  actions: 'screen-only w-40 pr-3 pl-0 text-right max-[86rem]:w-20 max-md:pr-4',
};

export function TableHead() {
  const { table, hasActions } = useCompute();
  const headClass = `sticky-bar z-10 h-8.5 border-b border-line bg-surface text-left text-small font-medium text-muted md:sticky ${table.selected.size > 0 ? 'top-[calc(var(--top-bar,0px)+2.75rem)]' : 'top-(--top-bar,0px)'}`;
  return (
    <thead>
      <tr>
        {hasActions && (
          <th scope="col" className={`${headClass} ${columnClasses.select}`}>
            <SelectAll />
          </th>
        )}
        {columnIds.map((id) => (
          <SortableHeader key={id} id={id} className={headClass} />
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

function SortableHeader({ id, className }: { id: ColumnId; className: string }) {
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
  if (selectableRows.length === 0) return <span className="sr-only">Selection</span>;
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
