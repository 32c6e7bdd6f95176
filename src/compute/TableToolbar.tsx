import { useDeferredValue, useMemo } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dropdown } from '../ui/Dropdown.tsx';
import { FilterSelect, SearchField } from '../ui/fields.tsx';
import { Toolbar } from '../ui/Toolbar.tsx';
import { useWindowWidth } from '../ui/windowWidth.ts';
import { formatCount, formatNumber } from '../ui/words.ts';
import { dataColumns } from './columns.tsx';
import { useComputeActions } from './computeActions.ts';
import { DatabaseChoices, DatabasesMenu, FailedListMark, toggleValue } from './DatabasesMenu.tsx';
import { formatInstanceCount } from './instanceRow.ts';
import { findTabStopRow } from './rowFocus.ts';
import { type TableView, useTableView } from './tableView.ts';
import { useComputeInstances } from './useInstances.ts';
import { useComputeTable } from './useInstanceTable.ts';

/** The search field, the filters or the selection bar, and the number of matching instances. */
export function TableToolbar() {
  const { rows, isLoading, deletedCount } = useComputeInstances();
  const { matchingRows, selection } = useComputeTable();
  const [view, changeView] = useTableView();
  const windowWidth = useWindowWidth();
  const isPhone = windowWidth < 768;
  const hasSelection = selection.rows.length > 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex gap-2 max-md:w-full max-[20rem]:flex-wrap md:flex-1 md:max-w-72">
        <SearchField
          label="Search instances"
          placeholder={isPhone ? 'Search instances' : 'Name, ID, database or host'}
          text={view.search}
          onTextChange={(search) => changeView({ search })}
          onArrowDown={() => findTabStopRow()?.focus()}
        />
        {isPhone && <PhoneFilters />}
      </div>
      {hasSelection && <SelectionBar />}
      {/* In a wide window, the selection bar replaces the filters. In a smaller window, the bar is fixed at the bottom. */}
      {!isPhone && !(hasSelection && windowWidth >= 1280) && (
        <Toolbar label="Filters and columns" className="max-xl:order-last">
          <DatabasesMenu />
          <StatusFilter />
          <SortSelect />
          <ColumnsMenu />
        </Toolbar>
      )}
      <p aria-live="polite" className="ml-auto text-small text-muted max-md:w-full">
        {isLoading
          ? 'Loading…'
          : matchingRows.length === rows.length
            ? formatInstanceCount(rows.length)
            : `${formatNumber(matchingRows.length)} of ${formatInstanceCount(rows.length)}`}
        {deletedCount > 0 && ` · ${formatHiddenRecords(deletedCount)}`}
      </p>
    </div>
  );
}

function PhoneFilters() {
  const [{ databases, status, sort }] = useTableView();
  const count = [databases.length > 0, status !== null, sort !== null].filter(Boolean).length;
  return (
    <Dropdown
      label={
        <>
          <FailedListMark />
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </>
      }
      place="sheet"
    >
      <DatabaseChoices />
      <div className="mt-2 flex flex-wrap gap-2 px-2">
        <StatusFilter />
        <SortSelect />
      </div>
    </Dropdown>
  );
}

export function formatHiddenRecords(count: number): string {
  return `${formatCount(count, 'deleted record')} hidden`;
}

/** The actions for the selected rows. Below 1280 px the bar is fixed at the bottom, so that the rows don't move. */
function SelectionBar() {
  const { matchingRows, selection } = useComputeTable();
  const { askToDeleteAll } = useComputeActions();
  const count = selection.rows.length;
  const [number, noun] = formatInstanceCount(count).split(' ');
  return (
    // `data-action-bar` makes notifications appear above the bar, so that they don't overlap.
    <div data-action-bar className="action-bar flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1">
      <p className="font-medium">
        {number} <span className="max-sm:sr-only">{noun}</span> selected
      </p>
      <Toolbar label="Selection">
        <Button variant="danger" onClick={() => askToDeleteAll(selection.rows)}>
          Delete {formatInstanceCount(count)}
        </Button>
        {count < matchingRows.length && (
          <Button variant="quiet" onClick={selection.selectAll} className="max-sm:px-1.5">
            Select all {formatNumber(matchingRows.length)}
          </Button>
        )}
        <Button variant="quiet" onClick={selection.clear} className="max-sm:px-1.5">
          <span>
            Clear<span className="max-sm:sr-only"> selection</span>
          </span>
        </Button>
      </Toolbar>
    </div>
  );
}

type Sort = NonNullable<TableView['sort']>;

const sortChoices: readonly Sort[] = dataColumns.flatMap(({ id: column }) => [
  { column, descending: false },
  { column, descending: true },
]);

function sortLabel({ column, descending }: Sort): string {
  const header = dataColumns.find(({ id }) => id === column)?.header ?? column;
  if (column === 'created') return `${header}, ${descending ? 'newest' : 'oldest'} first`;
  return `${header}, ${descending ? 'descending' : 'ascending'}`;
}

/** The menu that sorts the list. In a wide window, the menu is shown only if the sorted column is hidden. */
function SortSelect() {
  const { table } = useComputeTable();
  const [{ sort }, changeView] = useTableView();
  const windowWidth = useWindowWidth();
  // Below 1280 px the table hides some columns, so only this menu can sort by them.
  const isSortInHeader = sort === null || (table.getColumn(sort.column)?.getIsVisible() ?? false);
  if (windowWidth >= 1280 && isSortInHeader) return null;
  return (
    <FilterSelect
      label="Sort by"
      allLabel="Default order"
      choices={sortChoices.map(sortLabel)}
      value={sort && sortLabel(sort)}
      onChange={(label) =>
        changeView({ sort: sortChoices.find((choice) => sortLabel(choice) === label) ?? null })
      }
    />
  );
}

function StatusFilter() {
  const rows = useDeferredValue(useComputeInstances().rows);
  const [{ status }, changeView] = useTableView();
  const statuses = useMemo(() => new Set(rows.flatMap(({ record }) => record?.status || [])), [rows]);
  return (
    // This width fits the status REQUESTED, so that the Columns menu doesn't move when the statuses arrive.
    <span className="grid min-w-33">
      <FilterSelect
        label="Filter by status"
        allLabel="All statuses"
        choices={[...statuses].sort()}
        value={status}
        onChange={(chosen) => changeView({ status: chosen })}
      />
    </span>
  );
}

function ColumnsMenu() {
  const [{ hidden }, changeView] = useTableView();
  const windowWidth = useWindowWidth();
  return (
    <Dropdown label="Columns">
      <fieldset className="grid">
        <legend className="sr-only">Columns shown</legend>
        {dataColumns.map(
          ({ id, header, meta: { minWindowWidth = 0 } }) =>
            id !== 'name' && (
              <label key={id} className="flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-hover">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={!hidden.includes(id)}
                  onChange={() => changeView({ hidden: toggleValue(hidden, id) })}
                />
                {header}
                {windowWidth < minWindowWidth && (
                  <span className="text-small text-muted">needs a wider window</span>
                )}
              </label>
            ),
        )}
      </fieldset>
    </Dropdown>
  );
}
