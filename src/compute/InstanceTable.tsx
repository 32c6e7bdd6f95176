import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { formatNumber } from '../format/text.ts';
import { removesRow } from '../rules/deletion.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { columns, InstanceTableRow, type RowHandlers } from './InstanceTableRow.tsx';
import { formatInstanceCount, type InstanceRow } from './instanceRow.ts';
import { type InstancesState, useInstances } from './useInstances.ts';
import { columnIds, findFocusTarget, tableId, useInstanceTable } from './useInstanceTable.ts';

const pageSize = 100;

export function InstanceTable() {
  const instances = useInstances();
  const { hasActions, askToDelete } = instances;
  const { view, changeView, matchingRows, selected, setSelected } = useInstanceTable();
  const lastToggled = useRef<string | null>(null);
  const pageCount = Math.ceil(matchingRows.length / pageSize);
  const page = Math.min(Math.max(1, view.page), pageCount);
  const pageRows = matchingRows.slice((page - 1) * pageSize, page * pageSize);
  const actions = useLatest<RowHandlers>({
    onShow: ({ key }) => changeView({ details: key }, 'push'),
    onDelete: (row) => askToDelete([row]),
    onToggle(row, isRange) {
      setSelected(isRange ? findRange(pageRows, lastToggled.current, row) : [row], !selected.has(row.key));
      lastToggled.current = row.key;
    },
  });
  const latest = useLatest(instances);
  useEffect(() => showLeaving(latest), [latest]);
  return (
    <>
      <table
        id={tableId}
        tabIndex={-1}
        aria-label="Compute instances"
        data-selectable={hasActions || undefined}
        className="instances w-full table-fixed border-separate"
      >
        <TableHead pageRows={pageRows} />
        <tbody>
          {pageRows.map((row) => (
            <InstanceTableRow
              key={row.key}
              row={row}
              isOpen={row.key === view.details}
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

export function findRange(pageRows: readonly InstanceRow[], fromKey: string | null, to: InstanceRow) {
  const ends = [fromKey, to.key].map((end) => pageRows.findIndex(({ key }) => key === end));
  return ends.includes(-1) ? [to] : pageRows.slice(Math.min(...ends), Math.max(...ends) + 1);
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * Puts the element of a removed row back for its animation (`.leaving`). Without an animation, as with reduced motion, the
 * element is gone before the next frame.
 */
function showLeaving(instances: RefObject<InstancesState>): () => void {
  const observer = new MutationObserver((changes) => {
    const { rowsByKey, byRow } = instances.current;
    // In reverse, because the next sibling of a removed row may be gone, too.
    for (const { target, removedNodes, nextSibling } of changes.toReversed()) {
      const [row] = removedNodes;
      if (!(row instanceof HTMLElement) || nextSibling?.isConnected === false) continue;
      const { key = '' } = row.dataset;
      const isDeleted = byRow.get(key)?.some(({ item }) => removesRow(item.stage));
      if (!isDeleted || rowsByKey.has(key)) continue;
      delete row.dataset.key;
      row.inert = true;
      row.classList.add('leaving');
      target.insertBefore(row, nextSibling);
      const ends = row.getAnimations({ subtree: true }).map(({ finished }) => finished);
      void Promise.allSettled(ends).then(() => row.remove());
    }
  });
  for (const body of document.querySelectorAll(`#${tableId} tbody`))
    observer.observe(body, { childList: true });
  return () => observer.disconnect();
}

/** On wide screens, the tools of a selection replace the headers: nothing moves. */
function TableHead({ pageRows }: { pageRows: readonly InstanceRow[] }) {
  const { hasActions } = useInstances();
  const { view, selected, selectableRows, setSelected, changeView } = useInstanceTable();
  const { sort } = view;
  const isSelecting = selected.size > 0;
  const hasAll = selectableRows.every(({ key }) => selected.has(key));
  return (
    <thead className={`sticky-bar ${isSelecting ? 'bg-accent-soft' : 'bg-surface'}`}>
      <tr>
        {columnIds.map((id) => {
          const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined;
          const { label, className } = columns[id];
          const next = { none: id, ascending: `-${id}`, descending: null } as const;
          return (
            <th
              key={id}
              scope="col"
              aria-label={label}
              aria-sort={direction}
              className={`h-8.5 border-b border-line text-left text-small font-medium text-muted ${className}`}
            >
              {/* Without this, a header would be empty while its button is hidden. */}
              <span className="sr-only">{label}</span>
              {id === 'name' && hasActions && selectableRows.length > 0 && (
                <Checkbox
                  label={`Select all ${formatInstanceCount(selectableRows.length)}`}
                  checked={hasAll}
                  isMixed={!hasAll && isSelecting}
                  onToggle={() => setSelected(selectableRows, !hasAll)}
                />
              )}
              {id === 'name' && isSelecting && <SelectionTools pageRows={pageRows} />}
              {!isSelecting && (
                <button
                  type="button"
                  aria-label={`Sort by ${label}`}
                  onClick={() => changeView({ sort: next[direction ?? 'none'] })}
                  className="sort rounded-chip underline-offset-2 hover:text-text hover:underline"
                >
                  {label}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SelectionTools({ pageRows }: { pageRows: readonly InstanceRow[] }) {
  const { askToDelete } = useInstances();
  const { selected, selectedRows, setSelected } = useInstanceTable();
  const { length } = selectedRows;
  const hiddenCount = length - pageRows.filter(({ key }) => selected.has(key)).length;
  function clear() {
    findFocusTarget()?.focus({ preventScroll: true });
    setSelected(selectedRows, false);
  }
  return (
    <section
      data-selection-bar
      aria-label="Selection"
      className="selection-tools z-20 flex items-center gap-x-3 text-control text-text print:hidden"
    >
      <p role="status" className="grid shrink-0 gap-x-3 max-md:leading-4.5 md:flex">
        <strong className="font-semibold">{`${formatNumber(length)} selected`}</strong>
        {hiddenCount > 0 && <span className="text-muted">{`${formatNumber(hiddenCount)} not shown`}</span>}
      </p>
      <Button variant="danger" size="small" onClick={() => askToDelete(selectedRows)}>
        {`Delete ${formatInstanceCount(length)}`}
      </Button>
      <Button variant="quiet" size="small" aria-label="Clear selection" className="-ml-2" onClick={clear}>
        <span>
          Clear<span className="max-md:hidden"> selection</span>
        </span>
      </Button>
    </section>
  );
}

function Pager({ page, pageCount }: { page: number; pageCount: number }) {
  const { changeView } = useInstanceTable();
  function showPage(next: number) {
    if (!(next >= 1 && next <= pageCount)) return;
    changeView({ page: next });
    document.getElementById(tableId)?.scrollIntoView({ block: 'start' });
  }
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2 text-control text-muted print:[&>button]:hidden"
    >
      <label className="mr-auto flex items-center gap-2">
        <span>Page</span>
        <input
          key={page}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={page}
          onKeyDown={({ key, currentTarget }) =>
            key === 'Enter' && showPage(Math.trunc(Number(currentTarget.value)))
          }
          className="h-8 w-14 rounded-control border border-line-strong bg-surface px-2 text-text touch:h-10 touch:text-lead"
        />
        <span>{`of ${formatNumber(pageCount)}`}</span>
      </label>
      <Button aria-label="Previous page" aria-disabled={page === 1} onClick={() => showPage(page - 1)}>
        Previous
      </Button>
      <Button aria-label="Next page" aria-disabled={page === pageCount} onClick={() => showPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
