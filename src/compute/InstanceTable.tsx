import { type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { formatNumber } from '../format/text.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/fields.tsx';
import { columnClasses, InstanceTableRow, type RowActions } from './InstanceTableRow.tsx';
import { formatInstanceCount } from './instanceRow.ts';
import { type ColumnId, columnIds, findFocus, tableId, useTableView } from './tableView.ts';
import { findRange, listSelectedRows, useCompute } from './useInstanceTable.ts';

const pageSize = 100;

export function InstanceTable() {
  const { table, hasActions, askToDelete } = useCompute();
  const { matchingRows, selected, setSelected } = table;
  const [{ details, page: wantedPage }, changeView] = useTableView();
  const lastToggled = useRef<string | null>(null);
  const pageCount = Math.ceil(matchingRows.length / pageSize);
  // A refresh or a delete can leave fewer pages than the one in the URL.
  const page = Math.min(Math.max(1, wantedPage), pageCount);
  const pageRows = matchingRows.slice((page - 1) * pageSize, page * pageSize);
  const actions = useLatest<RowActions>({
    onShow: ({ key }) => changeView({ details: key }, 'push'),
    onDelete: (row) => askToDelete([row]),
    /** Shift selects or clears everything on the page up to the row that was clicked before. */
    onToggle(row, isRange) {
      setSelected(isRange ? findRange(pageRows, lastToggled.current, row) : [row], !selected.has(row.key));
      lastToggled.current = row.key;
    },
  });
  return (
    <>
      <table
        id={tableId}
        tabIndex={-1}
        aria-label="Compute instances"
        data-selectable={hasActions || undefined}
        className="instances w-full table-fixed border-separate"
      >
        <TableHead />
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
      {pageCount > 1 && <Pager page={page} pageCount={pageCount} />}
    </>
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

/** While something is selected, its tools stand in place of the headers, and nothing moves. */
function TableHead() {
  const { table, hasActions } = useCompute();
  const [{ sort }, changeView] = useTableView();
  const isSelecting = table.selected.size > 0;
  const headClass = `sticky-bar h-8.5 border-b border-line text-left text-small font-medium text-muted md:sticky md:top-(--top-bar,0px) ${isSelecting ? 'bg-accent-soft' : 'bg-surface'}`;
  return (
    <thead>
      <tr>
        {columnIds.map((id) => {
          const direction = sort?.column !== id ? undefined : sort.descending ? 'descending' : 'ascending';
          const isFirst = id === 'name';
          return (
            <th
              key={id}
              scope="col"
              aria-label={headers[id]}
              aria-sort={direction}
              // The tools reach into the columns beside it.
              className={`${headClass} ${columnClasses[id]} ${isFirst ? 'z-11' : 'z-10'}`}
            >
              {isFirst && hasActions && <SelectAll />}
              {isFirst && isSelecting && <SelectionTools />}
              {!isSelecting && (
                <button
                  type="button"
                  aria-label={`Sort by ${headers[id]}`}
                  onClick={() =>
                    changeView({
                      sort:
                        direction === 'descending'
                          ? null
                          : { column: id, descending: direction === 'ascending' },
                    })
                  }
                  className="sort rounded-chip underline-offset-2 hover:text-text hover:underline"
                >
                  {headers[id]}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
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

/** On a phone, they lie above the bottom navigation. */
function SelectionTools() {
  const { table, askToDelete } = useCompute();
  const { selected, hiddenKeys, setSelected } = table;
  function clear() {
    // These tools disappear.
    findFocus(null)?.focus({ preventScroll: true });
    setSelected([...selected.values()], false);
  }
  return (
    <section
      data-selection-bar
      aria-label="Selection"
      className="selection-tools z-20 flex items-center gap-x-3 text-control text-text print:hidden"
    >
      <p role="status" className="flex shrink-0 gap-x-3">
        <strong className="font-semibold">{`${formatNumber(selected.size)} selected`}</strong>
        {hiddenKeys.size > 0 && (
          <span className="text-muted">{`${formatNumber(hiddenKeys.size)} not shown`}</span>
        )}
      </p>
      <Button variant="danger" size="small" onClick={() => askToDelete(listSelectedRows(table))}>
        {`Delete ${formatInstanceCount(selected.size)}`}
      </Button>
      <Button variant="quiet" size="small" onClick={clear}>
        Clear selection
      </Button>
    </section>
  );
}

function Pager({ page, pageCount }: { page: number; pageCount: number }) {
  const [, changeView] = useTableView();
  function showPage(next: number) {
    if (!(next >= 1 && next <= pageCount)) return;
    changeView({ page: next });
    document.getElementById(tableId)?.scrollIntoView({ block: 'start' });
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    showPage(Math.trunc(Number(new FormData(event.currentTarget).get('page'))));
  }
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2 text-control text-muted print:hidden"
    >
      <form onSubmit={submit} className="mr-auto">
        <label className="flex items-center gap-2">
          <span>Page</span>
          <input
            key={page}
            name="page"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={page}
            className="h-8 w-14 rounded-control border border-line-strong bg-surface px-2 text-text touch:h-10 touch:text-lead"
          />
          <span>{`of ${formatNumber(pageCount)}`}</span>
        </label>
      </form>
      <Button aria-disabled={page === 1} onClick={() => showPage(page - 1)}>
        Previous page
      </Button>
      <Button aria-disabled={page === pageCount} onClick={() => showPage(page + 1)}>
        Next page
      </Button>
    </nav>
  );
}
