import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { toIsolatedText } from '../../format/text.ts';
import { formatCount, formatNumber } from '../../format/words.ts';
import { useConfig } from '../../session/config.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/controls.tsx';
import { Menu, MenuChoice, MenuItem } from '../../ui/Menu.tsx';
import { hasListPerDatabase } from '../instanceLists.ts';
import { formatInstanceCount } from '../instanceRow.ts';
import type { Instances } from '../useInstances.ts';
import { hasFilters, noFilters, useTableView } from './tableView.ts';
import type { TableModel } from './useInstanceTable.ts';

type ToolbarProps = {
  instances: Pick<Instances, 'rows' | 'databases'>;
  onChooseDatabases: () => void;
  /** Null if nothing can be selected. */
  onSelectFromList: (() => void) | null;
};

export function Toolbar({ instances, onChooseDatabases, onSelectFromList }: ToolbarProps) {
  const { rows, databases } = instances;
  const [view, changeView] = useTableView();
  const { instancesPath } = useConfig();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => focusOnSlash(() => search.current?.focus()), []);
  const choosesDatabases = hasListPerDatabase(instancesPath);
  const listed = useMemo(() => new Set(rows.map(({ databaseName }) => databaseName)), [rows]);
  const statuses = useMemo(() => new Set(rows.map(({ record }) => record?.status ?? '')), [rows]);
  const names = new Set([...(choosesDatabases ? databases : []), ...listed]);
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2 max-sm:gap-1.5 print:hidden max-sm:[&_button]:px-2">
      <div className="w-70 max-sm:w-full">
        <SearchField
          label="Search instances"
          placeholder="Name, ID, region…"
          text={view.search}
          onTextChange={(text) => changeView({ search: text })}
          shortcut="/"
          inputRef={search}
        />
      </div>
      <FilterMenu
        label="Databases"
        all="All databases"
        values={[...names]}
        chosen={view.databases}
        onChange={(name) => changeView({ databases: name === '' ? [] : [name] })}
      >
        {choosesDatabases && <MenuItem onClick={onChooseDatabases}>Choose databases…</MenuItem>}
      </FilterMenu>
      <FilterMenu
        label="Status"
        all="All statuses"
        values={[...statuses].sort()}
        chosen={view.status === null ? [] : [view.status]}
        onChange={(status) => changeView({ status: status || null })}
      />
      {onSelectFromList !== null && <Button onClick={onSelectFromList}>Select from list…</Button>}
      {hasFilters(view) && (
        <Button variant="quiet" onClick={() => changeView({ ...noFilters })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

type FilterProps = {
  label: string;
  all: string;
  values: readonly string[];
  chosen: readonly string[];
  /** @param value an empty text shows all */
  onChange: (value: string) => void;
  children?: ReactNode;
};

function FilterMenu({ label, all, values, chosen, onChange, children }: FilterProps) {
  const [first] = chosen;
  const choice = chosen.length > 1 ? formatNumber(chosen.length) : toIsolatedText(first ?? '');
  const options = values.filter(Boolean).map((value) => [value, toIsolatedText(value)]);
  return (
    <Menu
      label={
        first === undefined ? (
          label
        ) : (
          <span translate="no" className="max-w-44 truncate">{`${label}: ${choice}`}</span>
        )
      }
    >
      <MenuChoice
        label="Show"
        options={{ '': all, ...Object.fromEntries(options) }}
        value={chosen.length > 1 ? '…' : (first ?? '')}
        onChange={onChange}
      />
      {children}
    </Menu>
  );
}

function focusOnSlash(focus: () => void): () => void {
  function focusOnKey(event: KeyboardEvent) {
    const { target } = event;
    const isBusy = target instanceof Element && target.closest('input, textarea, select, [role*=dialog]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isBusy) return;
    event.preventDefault();
    focus();
  }
  window.addEventListener('keydown', focusOnKey);
  return () => window.removeEventListener('keydown', focusOnKey);
}

type BarProps = {
  model: TableModel;
  total: number;
  /** Listed records that aren't shown, because their instances are deleted. */
  deletedCount: number;
  onDelete: () => void;
};

/** It keeps its height, so that no row moves. */
export function SelectionBar({ model, total, deletedCount, onDelete }: BarProps) {
  const { matchingRows, selected } = model;
  const matching = matchingRows.length;
  return (
    <div
      className={`flex min-h-11 items-center gap-2 rounded-t-card border-b border-line bg-surface px-3 text-control max-md:px-4 ${selected.size > 0 ? 'z-20 md:sticky md:top-0' : ''}`}
    >
      {selected.size > 0 && <SelectionTools model={model} onDelete={onDelete} />}
      {/* Beside a selection, a narrow window has no room for it. */}
      <p
        role="status"
        className={`ml-auto shrink-0 text-muted first:ml-0 ${selected.size > 0 ? 'md:max-lg:sr-only' : ''}`}
      >
        <span>
          {matching === total
            ? formatInstanceCount(total)
            : `${formatNumber(matching)} of ${formatInstanceCount(total)}`}
        </span>
        {deletedCount > 0 && (
          <span className="ml-2 text-faint">{`${formatCount(deletedCount, 'deleted record')} not shown`}</span>
        )}
      </p>
    </div>
  );
}

/** On a phone, it lies above the bottom navigation, so that no row moves. */
function SelectionTools({ model, onDelete }: Pick<BarProps, 'model' | 'onDelete'>) {
  const { selected, hiddenKeys, showsOnlySelected, showOnly, clearSelection } = model;
  const { maxBulk } = useConfig().policy;
  const isTooMany = maxBulk !== null && selected.size > maxBulk;
  const limit =
    isTooMany && `Your operator allows at most ${formatInstanceCount(maxBulk)} in one bulk delete.`;
  return (
    <section
      aria-label="Selection"
      className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 max-md:fixed max-md:inset-x-0 max-md:bottom-(--bottom-bar) max-md:z-20 max-md:gap-y-2 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-2"
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
        aria-disabled={isTooMany}
        onClick={isTooMany ? undefined : onDelete}
        className="max-md:order-1 max-md:ml-auto"
      >
        {`Delete ${formatInstanceCount(selected.size)}`}
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-pressed={showsOnlySelected}
        onClick={() => showOnly(showsOnlySelected ? null : selected.keys())}
        className="aria-pressed:bg-accent-soft aria-pressed:text-text"
      >
        Show only these
      </Button>
      <Button variant="quiet" size="small" onClick={clearSelection}>
        Clear selection
      </Button>
      {limit && (
        <p role="alert" className="text-notice max-md:w-full md:pb-1">
          {limit}
        </p>
      )}
    </section>
  );
}
