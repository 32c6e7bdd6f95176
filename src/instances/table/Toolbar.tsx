import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { parseRegion } from '../../api/regions.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import {
  findRowButton,
  hasFilters,
  noFilters,
  searchId,
  type TableView,
  useTableView,
  type ViewChanges,
} from './tableView.ts';
import type { TableModel } from './useInstanceTable.ts';

type Props = {
  model: TableModel;
  /** Null if nothing can be selected. */
  onSelectFromList: (() => void) | null;
  isFilterOpen: boolean;
  onToggleFilter: () => void;
};

export function Toolbar({ model, onSelectFromList, isFilterOpen, onToggleFilter }: Props) {
  const [view, changeView] = useTableView();
  const chips = toChips(view);

  function moveToTable(event: KeyboardEvent) {
    const button = findRowButton(model.pageRows[0]?.id ?? null);
    const isOnly = model.matchingRows.length === 1;
    if (button === null || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      button.focus();
    }
    if (event.key === 'Enter' && isOnly) button.click();
  }
  function clearFilters() {
    changeView({ ...noFilters });
    document.getElementById(searchId)?.focus();
  }
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2 print:hidden">
      <div className="w-70 max-md:w-auto max-md:flex-1">
        <SearchField
          id={searchId}
          label="Search instances"
          placeholder="Name, ID, region…"
          text={view.search}
          onTextChange={(search) => changeView({ search })}
          onKeyDown={moveToTable}
          shortcut="/"
        />
      </div>
      <Button className="md:hidden" aria-expanded={isFilterOpen} onClick={onToggleFilter}>
        Filter
      </Button>
      {chips.map(({ label, value, off }) => (
        <button
          key={`${label} ${value}`}
          type="button"
          title="Remove this filter"
          onClick={() => changeView(off)}
          className="inline-flex min-h-7 max-w-60 min-w-0 items-center gap-1.5 rounded-chip bg-sunken px-2 text-control transition-[background-color] hover:bg-hover touch:min-h-9"
        >
          <span className="min-w-0 truncate">
            {label} <SafeName name={value} whole hasWarning={false} />
          </span>
          <X size={13} aria-hidden="true" className="shrink-0 text-muted" />
        </button>
      ))}
      {chips.length >= 2 && hasFilters(view) && (
        <Button variant="quiet" onClick={clearFilters}>
          Clear
        </Button>
      )}
      {onSelectFromList !== null && (
        <Button className="ml-auto max-md:hidden" onClick={onSelectFromList}>
          Select from list…
        </Button>
      )}
    </div>
  );
}

type Chip = { label: string; value: string; off: ViewChanges };

function toChips({ databases, region, status, age }: TableView): Chip[] {
  const chips = databases.map((value): Chip => {
    return { label: 'Database', value, off: { databases: databases.filter((each) => each !== value) } };
  });
  if (region !== null)
    chips.push({ label: 'Region', value: parseRegion(region).name, off: { region: null } });
  if (status !== null) chips.push({ label: 'Status', value: status, off: { status: null } });
  if (age !== null) chips.push({ label: 'Older than', value: '2 years', off: { age: null } });
  return chips;
}
