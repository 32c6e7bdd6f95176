import { useDeferredValue, useMemo } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dropdown } from '../../../ui/Dropdown.tsx';
import { FilterSelect, SearchField } from '../../../ui/fields.tsx';
import { useWindowWidth } from '../../../ui/windowWidth.ts';
import { counted, groupedDigits } from '../../../ui/words.ts';
import { type InstanceRow, instancesCount } from '../instanceRow.ts';
import { type ColumnId, columns } from './columns.tsx';
import { focusRows } from './rowFocus.ts';
import type { TableView } from './tableView.ts';
import type { Selection } from './useSelection.ts';

type Props = {
  rows: readonly InstanceRow[];
  /** Number of listed records that are not shown because they are deleted. */
  deletedCount: number;
  /** How many of them match. */
  matching: number;
  view: TableView;
  changeView: (change: Partial<TableView>) => void;
  selection: Selection;
  onDeleteSelected: () => void;
};

/** The search, the filters, what can be done with the selection, and how many match. */
export function TableToolbar({
  rows,
  deletedCount,
  matching,
  view,
  changeView,
  selection,
  onDeleteSelected,
}: Props) {
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
      {hasSelection && <SelectionBar selection={selection} total={matching} onDelete={onDeleteSelected} />}
      <TableFilters rows={rows} view={view} changeView={changeView} gives={hasSelection} />
      <p aria-live="polite" className="ml-auto text-small text-muted">
        {matching === rows.length
          ? instancesCount(rows.length)
          : `${groupedDigits(matching)} of ${instancesCount(rows.length)}`}
        {deletedCount > 0 && ` · ${deletedRecordsHidden(deletedCount)}`}
      </p>
    </div>
  );
}

/** Says how many listed records are not shown because the service calls them deleted. */
export function deletedRecordsHidden(count: number): string {
  return `${counted(count, 'deleted record')} hidden`;
}

type SelectionBarProps = { selection: Selection; total: number; onDelete: () => void };

/** What can be done with the selected rows. It stands in the place of the filters, so that nothing moves; in a
 * window without room for both at the bottom, in sight however far the list was scrolled. */
function SelectionBar({ selection, total, onDelete }: SelectionBarProps) {
  const count = selection.rows.length;
  const [number, noun] = instancesCount(count).split(' ');
  return (
    <div
      // Results rise above it, so that neither hides the other.
      data-action-bar
      className="action-bar flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1"
    >
      <p className="font-medium">
        {number} <span className="max-sm:sr-only">{noun}</span> selected
      </p>
      <Button variant="danger" onClick={onDelete}>
        Delete {instancesCount(count)}
      </Button>
      {count < total && (
        <Button variant="quiet" onClick={selection.selectAll} className="max-sm:px-1.5">
          <span>
            Select all {groupedDigits(total)} <span className="max-sm:sr-only">that match</span>
          </span>
        </Button>
      )}
      <Button variant="quiet" onClick={selection.clear} className="max-sm:px-1.5">
        Clear selection
      </Button>
    </div>
  );
}

/** By what can be sorted where there is no header to click: on cards, where a column does not fit or is hidden. */
const sorts: Record<string, TableView['sort']> = Object.fromEntries(
  columns.flatMap(({ id: column }) =>
    [false, true].map((descending) => [nameOf({ column, descending }), { column, descending }]),
  ),
);

function nameOf({ column, descending }: NonNullable<TableView['sort']>): string {
  return `By ${columns.find(({ id }) => id === column)?.header}${descending ? ' ↓' : ''}`;
}

type FiltersProps = Pick<Props, 'rows' | 'view' | 'changeView'> & {
  /** Gives its place to what can be done with a selection; below 1280 px that has a place of its own. */
  gives: boolean;
};

/** Which databases, statuses and columns are shown; where not all columns fit, in which order. */
function TableFilters({ rows, view, changeView, gives }: FiltersProps) {
  const { databases, statuses } = useChoices(useDeferredValue(rows));
  const width = useWindowWidth();
  return (
    <div className={gives ? 'xl:hidden max-xl:contents' : 'contents'}>
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
      {(width < 1280 || view.hidden.some((id) => id === view.sort?.column)) && (
        <FilterSelect
          label="Sort by"
          all="Not sorted"
          choices={Object.keys(sorts)}
          value={view.sort && nameOf(view.sort)}
          onChange={(name) => changeView({ sort: sorts[name ?? ''] ?? null })}
        />
      )}
      {width >= 768 && (
        <Dropdown label="Columns">
          <fieldset className="grid">
            <legend className="sr-only">Columns shown</legend>
            {columns.map(
              ({ id, header }) =>
                id !== 'name' && (
                  <label key={id} className="flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-hover">
                    <input
                      type="checkbox"
                      className="size-4 accent-accent"
                      checked={!view.hidden.includes(id)}
                      onChange={() => changeView({ hidden: toggled(view.hidden, id) })}
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

/** The databases and statuses that occur in a list, each once, in alphabetical order. */
function useChoices(rows: readonly InstanceRow[]) {
  return useMemo(() => {
    const databases = new Set(rows.map(({ databaseName }) => databaseName));
    const statuses = new Set(rows.map(({ record }) => record?.status || ''));
    statuses.delete('');
    return { databases: [...databases].sort(), statuses: [...statuses].sort() };
  }, [rows]);
}

function toggled(hidden: readonly ColumnId[], column: ColumnId): ColumnId[] {
  return hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column];
}
