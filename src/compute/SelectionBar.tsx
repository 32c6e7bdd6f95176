import { formatNumber } from '../format/text.ts';
import { Button } from '../ui/Button.tsx';
import { formatInstanceCount } from './instanceRow.ts';
import { findTable, selectionBarId } from './tableView.ts';
import { listSelectedRows, useCompute } from './useInstanceTable.ts';

/** It keeps its height, so that no row moves. */
export function SelectionBar() {
  const { instances, table } = useCompute();
  const { matchingRows, selected } = table;
  const total = instances.rows.length;
  return (
    <div
      className={`flex min-h-11 items-center gap-2 rounded-t-card border-b border-line bg-surface px-3 text-control max-md:min-h-9 max-md:px-4 print:hidden ${selected.size > 0 ? 'sticky-bar z-20 md:sticky md:top-0' : ''}`}
    >
      {selected.size > 0 && <SelectionTools />}
      {/* Beside a selection, a narrow window has no room for it. */}
      <p
        role="status"
        className={`ml-auto shrink-0 text-muted first:ml-0 max-md:ml-0 ${selected.size > 0 ? 'md:max-lg:sr-only' : ''}`}
      >
        {`${matchingRows.length === total ? '' : `${formatNumber(matchingRows.length)} of `}${formatInstanceCount(total)}`}
      </p>
    </div>
  );
}

/** On a phone, it lies above the bottom navigation, so that no row moves. */
function SelectionTools() {
  const { table, askToDelete } = useCompute();
  const { selected, hiddenKeys, showsOnlySelected, showOnly, clearSelection } = table;
  function clear() {
    // The bar disappears with its button. The rows stay where they are.
    findTable()?.focus({ preventScroll: true });
    clearSelection();
  }
  return (
    <section
      id={selectionBarId}
      data-selection-bar
      tabIndex={-1}
      aria-label="Selection"
      className="sticky-bar flex min-w-0 flex-1 flex-wrap items-center gap-x-2 outline-none max-md:fixed max-md:inset-x-0 max-md:bottom-(--bottom-bar) max-md:z-20 max-md:gap-y-2 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-2"
    >
      <p role="status" className="flex shrink-0 gap-2">
        <strong className="font-semibold">{`${formatNumber(selected.size)} selected`}</strong>
        {hiddenKeys.size > 0 && (
          <span className="text-muted">{`${formatNumber(hiddenKeys.size)} not shown`}</span>
        )}
      </p>
      <Button
        variant="danger"
        size="small"
        onClick={() => askToDelete(listSelectedRows(table))}
        className="max-md:order-1 max-md:ml-auto"
      >
        {`Delete ${formatInstanceCount(selected.size)}`}
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-pressed={showsOnlySelected}
        onClick={() => showOnly(showsOnlySelected ? null : selected.keys())}
      >
        Show only these
      </Button>
      <Button variant="quiet" size="small" onClick={clear}>
        Clear selection
      </Button>
    </section>
  );
}
