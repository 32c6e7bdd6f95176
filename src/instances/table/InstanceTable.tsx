import { flexRender, type Header, type Row } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo } from 'react';
import { formatNumber } from '../../format/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { formatInstanceCount, type InstanceRow } from '../instanceRow.ts';
import type { Instances } from '../useInstances.ts';
import type { features } from './columns.tsx';
import { tableId } from './tableView.ts';
import { pageSize, type TableModel } from './useInstanceTable.ts';

type Props = {
  instances: Pick<Instances, 'states' | 'refusals'>;
  model: TableModel;
  openKey: string | null;
};

export function InstanceTable({ instances: { states, refusals }, model, openKey }: Props) {
  const { table, selected, pageRows } = model;
  const columnCount = table.getVisibleLeafColumns().length;
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
            {table.getFlatHeaders().map((header) => (
              <th
                key={header.id}
                scope="col"
                aria-label={header.column.getCanSort() ? String(header.column.columnDef.header) : undefined}
                aria-sort={sortNames[String(header.column.getIsSorted())]}
                className={`sticky-bar z-10 h-8.5 border-b border-line bg-surface text-left text-small font-medium text-muted md:sticky ${header.column.columnDef.meta?.className.replace('status-cell', 'pl-3')} ${selected.size > 0 ? 'top-[calc(var(--top-bar,0px)+2.75rem)]' : 'top-(--top-bar,0px)'}`}
              >
                <HeaderContent header={header} model={model} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pageRows.map((row) => (
            <BodyRow
              key={row.id}
              row={row}
              isOpen={row.id === openKey}
              isSelected={selected.has(row.id)}
              states={states}
              refusals={refusals}
              columnCount={columnCount}
            />
          ))}
        </tbody>
      </table>
      {table.getPageCount() > 1 && <Pager model={model} />}
    </div>
  );
}

const sortNames: Record<string, 'ascending' | 'descending'> = { asc: 'ascending', desc: 'descending' };

type HeaderProps = { header: Header<typeof features, InstanceRow>; model: TableModel };

function HeaderContent({ header: { column }, model }: HeaderProps) {
  if (column.id === 'select') return <SelectAll model={model} />;
  if (!column.getCanSort()) return <span className="sr-only">Actions</span>;
  const direction = column.getIsSorted();
  const Arrow = direction === false ? ChevronsUpDown : direction === 'desc' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      aria-label={`Sort by ${column.columnDef.header}`}
      onClick={column.getToggleSortingHandler()}
      className="inline-flex items-center gap-1 rounded-chip underline-offset-2 hover:text-text hover:underline"
    >
      <span>{String(column.columnDef.header)}</span>
      <Arrow size={13} aria-hidden="true" className={direction === false ? 'text-faint' : ''} />
    </button>
  );
}

function SelectAll({ model: { selected, hiddenKeys, selectableCount, toggleAll } }: { model: TableModel }) {
  if (selectableCount === 0) return <span className="sr-only">Selection</span>;
  const shownCount = selected.size - hiddenKeys.size;
  const isAll = shownCount === selectableCount;
  return (
    <Checkbox
      label={`Select all ${formatInstanceCount(selectableCount)}`}
      checked={isAll}
      isMixed={!isAll && shownCount > 0}
      onToggle={() => toggleAll(!isAll)}
    />
  );
}

type RowProps = {
  row: Row<typeof features, InstanceRow>;
  isOpen: boolean;
  isSelected: boolean;
  // The cells read the rest from the table. A new log, policy or column renders the row again.
  states: Instances['states'];
  refusals: Instances['refusals'];
  columnCount: number;
};

/** Memoized, because a page has 100 rows, and a key press or a click changes at most a few. */
const BodyRow = memo(function BodyRow({ row, isOpen, isSelected }: RowProps) {
  return (
    <tr
      data-key={row.id}
      data-value={row.original.record?.status}
      data-open={isOpen || undefined}
      aria-selected={isSelected || undefined}
    >
      {row.getVisibleCells().map((cell) => (
        <td
          key={cell.id}
          translate={untranslated.has(cell.column.id) ? 'no' : undefined}
          className={cell.column.columnDef.meta?.className}
        >
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </td>
      ))}
    </tr>
  );
});

/** Columns whose values aren't words of a language. */
const untranslated: ReadonlySet<string> = new Set(['database', 'status', 'region']);

function Pager({ model: { table, matchingRows } }: { model: TableModel }) {
  const { pageIndex } = table.state.pagination;
  const first = pageIndex * pageSize;
  const last = Math.min(first + pageSize, matchingRows.length);
  function showPage(index: number) {
    table.setPageIndex(index);
    document.getElementById(tableId)?.scrollIntoView({ block: 'start' });
  }
  return (
    <nav
      aria-label="Pages"
      className="flex items-center gap-2 border-t border-line px-3 py-2 text-control text-muted print:hidden"
    >
      <span className="mr-auto">
        {`${formatNumber(first + 1)}–${formatNumber(last)} of ${formatNumber(matchingRows.length)}`}
      </span>
      <Button aria-disabled={!table.getCanPreviousPage()} onClick={() => showPage(pageIndex - 1)}>
        Previous page
      </Button>
      <Button aria-disabled={!table.getCanNextPage()} onClick={() => showPage(pageIndex + 1)}>
        Next page
      </Button>
    </nav>
  );
}
