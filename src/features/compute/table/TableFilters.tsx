import { useDeferredValue } from 'react';
import { Dropdown } from '../../../ui/Dropdown.tsx';
import { useWindowWidth } from '../../../ui/useWindowWidth.ts';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { TableColumn, TableView } from '../search/readTableView.ts';
import { useChoices } from '../search/useChoices.ts';
import { instanceColumns } from './instanceColumns.tsx';
import { nameColumn } from './nameColumn.ts';

type Props = {
  rows: readonly InstanceRow[];
  view: TableView;
  changeView: (change: Partial<TableView>) => void;
  /** Gives its place to what can be done with a selection; below 1280 px that has a place of its own. */
  gives: boolean;
};

const sortable = [nameColumn, ...instanceColumns];
/** By what can be sorted where there is no header to click: on cards, where a column does not fit or is hidden. */
const sorts: Record<string, TableView['sort']> = Object.fromEntries(
  sortable.flatMap(({ id: column }) =>
    [false, true].map((descending) => [nameOf({ column, descending }), { column, descending }]),
  ),
);

function nameOf({ column, descending }: NonNullable<TableView['sort']>): string {
  return `By ${sortable.find(({ id }) => id === column)?.header}${descending ? ' ↓' : ''}`;
}

/** Which databases, statuses and columns are shown; where not all columns fit, in which order. */
export function TableFilters({ rows, view, changeView, gives }: Props) {
  const { databases, statuses } = useChoices(useDeferredValue(rows));
  const width = useWindowWidth();
  return (
    <div className={gives ? 'xl:hidden max-xl:contents' : 'contents'}>
      <Choice
        label="Filter by database"
        all="All databases"
        choices={databases}
        value={view.database}
        onChange={(database) => changeView({ database })}
      />
      {statuses.length > 0 && (
        <Choice
          label="Filter by status"
          all="All statuses"
          choices={statuses}
          value={view.status}
          onChange={(status) => changeView({ status })}
        />
      )}
      {(width < 1280 || view.hidden.some((id) => id === view.sort?.column)) && (
        <Choice
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
            {instanceColumns.map(({ id, header }) => (
              <label key={id} className="flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-hover">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={!view.hidden.includes(id)}
                  onChange={() => changeView({ hidden: toggled(view.hidden, id) })}
                />
                {header}
              </label>
            ))}
          </fieldset>
        </Dropdown>
      )}
    </div>
  );
}

function toggled(hidden: readonly TableColumn[], column: TableColumn): TableColumn[] {
  return hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column];
}

type ChoiceProps = {
  label: string;
  all: string;
  choices: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
};

function Choice({ label, all, choices, value, onChange }: ChoiceProps) {
  // A value out of the address that no row has stays in sight, or the filter could not be seen or taken off.
  const shown = value === null || choices.includes(value) ? choices : [value, ...choices];
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      className="min-h-9 max-w-44 rounded-md border border-line-strong bg-surface px-2 font-medium"
    >
      <option value="">{all}</option>
      {shown.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
