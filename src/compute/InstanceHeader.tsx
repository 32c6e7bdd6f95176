import { FlexRender } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useOneTabStop } from '../ui/Toolbar.tsx';
import { SelectBox, tableRoles } from './cells.tsx';
import { useComputeTable } from './useInstanceTable.ts';

/** The header of the table. A click on a column name sorts the rows. The whole header is one Tab stop. */
export function InstanceHeader() {
  const { table } = useComputeTable();
  return (
    <thead
      {...tableRoles.rowGroup}
      {...useOneTabStop<HTMLTableSectionElement>()}
      className="sticky top-0 z-10 block h-9 border-b border-line bg-surface"
    >
      {table.getHeaderGroups().map(({ id, headers }) => (
        <tr
          key={id}
          {...tableRoles.row}
          aria-rowindex={1}
          className="grid h-full grid-cols-(--columns) items-center"
        >
          {headers.map((header) => {
            if (header.id === 'select') return <SelectAllHeader key={header.id} />;
            const title = <FlexRender header={header} />;
            if (!header.column.getCanSort())
              return (
                <th key={header.id} {...tableRoles.columnHeader}>
                  <span className="sr-only">{title}</span>
                </th>
              );
            const direction = header.column.getIsSorted();
            const Arrow = direction === 'desc' ? ArrowDown : ArrowUp;
            return (
              <th
                key={header.id}
                {...tableRoles.columnHeader}
                aria-sort={direction ? `${direction}ending` : 'none'}
                className="px-2 text-left text-small font-medium text-muted"
              >
                <button
                  type="button"
                  onClick={() => header.column.toggleSorting(undefined, false)}
                  className="group -mx-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1 hover:text-text"
                >
                  <span className="truncate">{title}</span>
                  <Arrow
                    size={12}
                    aria-hidden="true"
                    className={`shrink-0 ${direction ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}`}
                  />
                </button>
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

function SelectAllHeader() {
  const { matchingRows, selection } = useComputeTable();
  const selectedCount = selection.rows.length;
  const areAllSelected = selectedCount === matchingRows.length;
  return (
    <th {...tableRoles.columnHeader} className="grid place-items-center">
      <SelectBox
        label="Select all instances that match"
        checked={areAllSelected}
        isMixed={selectedCount > 0 && !areAllSelected}
        onToggle={areAllSelected ? selection.clear : selection.selectAll}
      />
    </th>
  );
}

/** The header for cards. It is visible only to screen readers, which expect a table to have a header. */
export function CardHeader() {
  return (
    <thead {...tableRoles.rowGroup} className="sr-only">
      <tr {...tableRoles.row}>
        <th {...tableRoles.columnHeader}>Instance</th>
      </tr>
    </thead>
  );
}
