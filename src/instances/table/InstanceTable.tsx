import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { formatNumber } from '../../format/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/controls.tsx';
import { formatInstanceCount } from '../instanceRow.ts';
import { columnClasses, InstanceTableRow, type RowActions } from './InstanceTableRow.tsx';
import { type ColumnId, columnIds, tableId, useTableView } from './tableView.ts';
import { pageSize, useCompute } from './useInstanceTable.ts';

export function InstanceTable() {
  const { table, hasActions, askToDelete } = useCompute();
  const { selected, pageRows, pageCount } = table;
  const [{ details }, changeView] = useTableView();
  const actions = useLatest<RowActions>({
    onShow: ({ key }) => changeView({ details: key }, 'push'),
    onDelete: askToDelete,
    onToggle: table.toggleRow,
  });
  const headClass = `sticky-bar z-10 h-8.5 border-b border-line bg-surface text-left text-small font-medium text-muted md:sticky ${selected.size > 0 ? 'top-[calc(var(--top-bar,0px)+2.75rem)]' : 'top-(--top-bar,0px)'}`;
  return (
    <div className="@container">
      <table
        // Several actions move the focus here.
        id={tableId}
        tabIndex={-1}
        aria-label="Compute instances"
        className="instances w-full table-fixed border-separate"
      >
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
        <tbody>
          {pageRows.map((row) => (
            <InstanceTableRow
              key={row.key}
              row={row}
              isOpen={row.key === details}
              isSelected={selected.has(row.key)}
              hasActions={hasActions}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
      {pageCount > 1 && <Pager />}
    </div>
  );
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

const headers: Readonly<Record<ColumnId, string>> = {
  name: 'Name',
  database: 'Database',
  status: 'Status',
  region: 'Region',
  created: 'Created (UTC)',
};

/** A click sorts upwards, then downwards, then not at all. */
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

function Pager() {
  const { page, pageCount, matchingRows } = useCompute().table;
  const [, changeView] = useTableView();
  function showPage(next: number) {
    if (next < 1 || next > pageCount) return;
    changeView({ page: next });
    document.getElementById(tableId)?.scrollIntoView({ block: 'start' });
  }
  return (
    <nav
      aria-label="Pages"
      className="flex items-center gap-2 border-t border-line px-3 py-2 text-control text-muted print:hidden"
    >
      <span className="mr-auto">{formatPageRange(page, matchingRows.length)}</span>
      <Button aria-disabled={page === 1} onClick={() => showPage(page - 1)}>
        Previous page
      </Button>
      <Button aria-disabled={page === pageCount} onClick={() => showPage(page + 1)}>
        Next page
      </Button>
    </nav>
  );
}

/** Such as "1–100 of 250". */
export function formatPageRange(page: number, total: number): string {
  const [first, last] = [Math.min((page - 1) * pageSize + 1, total), Math.min(page * pageSize, total)];
  return `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(total)}`;
}
