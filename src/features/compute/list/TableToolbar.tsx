import { useDeferredValue, useMemo } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dropdown } from '../../../ui/Dropdown.tsx';
import { FilterSelect, SearchField } from '../../../ui/fields.tsx';
import { useWindowWidth } from '../../../ui/windowWidth.ts';
import { counted, groupedDigits } from '../../../ui/words.ts';
import { useComputeActions } from '../computeActions.ts';
import { type InstanceRow, instancesCount } from '../instanceRow.ts';
import { useLoadedInstances } from '../useInstances.ts';
import { type ColumnId, dataColumns } from './columns.tsx';
import { focusRows } from './rowFocus.ts';
import { type TableView, useTableView } from './tableView.ts';
import { useInstanceList } from './useInstanceTable.ts';

/** The search, the filters or the selection bar, and the number of matching instances. */
export function TableToolbar() {
  const { rows, deletedCount } = useLoadedInstances();
  const { matching, selection } = useInstanceList();
  const [view, changeView] = useTableView();
  const hasSelection = selection.rows.length > 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchField
        label="Search instances"
        placeholder="Name, ID, database or host"
        text={view.search}
        onType={(search) => changeView({ search })}
        onDown={focusRows}
      />
      {hasSelection && <SelectionBar />}
      <TableFilters isReplaced={hasSelection} />
      <p aria-live="polite" className="ml-auto text-small text-muted">
        {matching.length === rows.length
          ? instancesCount(rows.length)
          : `${groupedDigits(matching.length)} of ${instancesCount(rows.length)}`}
        {deletedCount > 0 && ` · ${deletedRecordsHidden(deletedCount)}`}
      </p>
    </div>
  );
}

/** Says how many listed records are not shown because the service calls them deleted. */
export function deletedRecordsHidden(count: number): string {
  return `${counted(count, 'deleted record')} hidden`;
}

/** Takes the place of the filters, so that nothing moves. In a smaller window it is fixed at the bottom. */
function SelectionBar() {
  const { matching, selection } = useInstanceList();
  const { askToDeleteAll } = useComputeActions();
  const count = selection.rows.length;
  const [number, noun] = instancesCount(count).split(' ');
  return (
    <div
      // Notifications are placed above it, so that neither hides the other.
      data-action-bar
      className="action-bar flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1"
    >
      <p className="font-medium">
        {number} <span className="max-sm:sr-only">{noun}</span> selected
      </p>
      <Button variant="danger" onClick={() => askToDeleteAll(selection.rows)}>
        Delete {instancesCount(count)}
      </Button>
      {count < matching.length && (
        <Button variant="quiet" onClick={selection.selectAll} className="max-sm:px-1.5">
          Select all {groupedDigits(matching.length)}
        </Button>
      )}
      <Button variant="quiet" onClick={selection.clear} className="max-sm:px-1.5">
        Clear selection
      </Button>
    </div>
  );
}

type Sort = NonNullable<TableView['sort']>;

const sorts: readonly Sort[] = dataColumns.flatMap(({ id: column }) => [
  { column, descending: false },
  { column, descending: true },
]);

function sortLabel({ column, descending }: Sort): string {
  const header = dataColumns.find(({ id }) => id === column)?.header ?? column;
  if (column === 'created') return `${header}, ${descending ? 'newest' : 'oldest'} first`;
  return `${header}, ${descending ? 'descending' : 'ascending'}`;
}

/** @param isReplaced the selection bar takes their place from a window width of 1280 px on */
function TableFilters({ isReplaced }: { isReplaced: boolean }) {
  const { rows } = useLoadedInstances();
  const [view, changeView] = useTableView();
  const { databases, statuses } = useChoices(useDeferredValue(rows));
  const windowWidth = useWindowWidth();
  const { sort, hidden } = view;
  // Without its header a column can only be sorted here.
  const needsSort = windowWidth < 1280 || hidden.some((id) => id === sort?.column);
  return (
    <div className={isReplaced ? 'xl:hidden max-xl:contents' : 'contents'}>
      <FilterSelect
        label="Filter by database"
        all="All databases"
        choices={databases}
        value={view.database}
        onChange={(database) => changeView({ database })}
      />
      {statuses.length > 0 && (
        <FilterSelect
          label="Filter by status"
          all="All statuses"
          choices={statuses}
          value={view.status}
          onChange={(status) => changeView({ status })}
        />
      )}
      {needsSort && (
        <FilterSelect
          label="Sort by"
          all="Default order"
          choices={sorts.map(sortLabel)}
          value={sort && sortLabel(sort)}
          onChange={(label) =>
            changeView({ sort: sorts.find((choice) => sortLabel(choice) === label) ?? null })
          }
        />
      )}
      {windowWidth >= 768 && (
        <Dropdown label="Columns">
          <fieldset className="grid">
            <legend className="sr-only">Columns shown</legend>
            {dataColumns.map(
              ({ id, header }) =>
                id !== 'name' && (
                  <label key={id} className="flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-hover">
                    <input
                      type="checkbox"
                      className="size-4 accent-accent"
                      checked={!hidden.includes(id)}
                      onChange={() => changeView({ hidden: toggled(hidden, id) })}
                    />
                    {header}
                  </label>
                ),
            )}
          </fieldset>
        </Dropdown>
      )}
    </div>
  );
}

/** Returns the databases and statuses in the list, in alphabetical order. */
function useChoices(rows: readonly InstanceRow[]) {
  return useMemo(() => {
    const databases = new Set(rows.map(({ databaseName }) => databaseName));
    const statuses = new Set(rows.map(({ record }) => record?.status || ''));
    statuses.delete('');
    return { databases: [...databases].sort(), statuses: [...statuses].sort() };
  }, [rows]);
}

function toggled(hidden: readonly ColumnId[], column: ColumnId): ColumnId[] {
  return hidden.includes(column) ? hidden.filter((id) => id !== column) : [...hidden, column];
}
