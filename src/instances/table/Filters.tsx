import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { hasListPerDatabase } from '../../api/computeInstances.ts';
import { parseRegion } from '../../api/regions.ts';
import { formatNumber } from '../../format/words.ts';
import { useConfig } from '../../session/config.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/controls.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { Legend, type Segment, SegmentedBar } from '../../ui/SegmentedBar.tsx';
import type { Instances } from '../useInstances.ts';
import { toSegments } from './filterRows.ts';
import {
  findRowButton,
  noFilters,
  searchId,
  type TableView,
  useTableView,
  type ViewChanges,
} from './tableView.ts';
import type { TableModel } from './useInstanceTable.ts';

type Props = { rows: Instances['rows']; model: TableModel; hasActions: boolean };

/** On a phone, the facets are behind the button "Filter". */
export function Filters({ rows, model, hasActions }: Props) {
  const [view, changeView] = useTableView();
  const [isFilterOpen, setFilterOpen] = useState(false);
  const chips = toChips(view);

  function moveToTable(event: KeyboardEvent) {
    const button = findRowButton(model.pageRows[0]?.key ?? null);
    if (button === null || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      button.focus();
    }
    if (event.key === 'Enter' && model.matchingRows.length === 1) button.click();
  }
  function clearFilters() {
    changeView({ ...noFilters });
    document.getElementById(searchId)?.focus();
  }
  return (
    <>
      <div className={`@container mb-3.5 print:hidden ${isFilterOpen ? '' : 'max-md:hidden'}`}>
        <Facets rows={rows} counts={model.counts} />
      </div>
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
        <Button
          className="md:hidden"
          aria-expanded={isFilterOpen}
          onClick={() => setFilterOpen(!isFilterOpen)}
        >
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
        {chips.length >= 2 && (
          <Button variant="quiet" onClick={clearFilters}>
            Clear
          </Button>
        )}
        {hasActions && (
          <Button className="ml-auto max-md:hidden" onClick={() => changeView({ open: 'select' })}>
            Select from list…
          </Button>
        )}
      </div>
    </>
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

type FacetsProps = Pick<Props, 'rows'> & Pick<TableModel, 'counts'>;

/** What the instances consist of. Every value is a filter, and its number counts what the other filters show. */
function Facets({ rows, counts }: FacetsProps) {
  const { instancesPath } = useConfig();
  const [view, changeView] = useTableView();
  const segments = useMemo(() => {
    return {
      databases: toSegments(rows, 'databases', counts.databases),
      region: toSegments(rows, 'region', counts.region),
      status: toSegments(rows, 'status', counts.status),
    };
  }, [rows, counts]);
  const oldCount = counts.age.get('old') ?? 0;

  function toggleDatabase(name: string) {
    const others = view.databases.filter((each) => each !== name);
    changeView({ databases: others.length < view.databases.length ? others : [...others, name] });
  }
  return (
    <div className="grid min-h-23 @max-[68rem]:min-h-26.5 grid-cols-[1.05fr_1fr_1.2fr] divide-x divide-line rounded-card border border-line bg-surface @max-xl:grid-cols-1 @max-xl:divide-x-0 @max-xl:divide-y">
      <FacetPart
        title="Databases"
        segments={segments.databases}
        selected={view.databases}
        onSelect={toggleDatabase}
        aside={
          hasListPerDatabase(instancesPath) && (
            <HeadButton onClick={() => changeView({ open: 'databases' })}>Edit…</HeadButton>
          )
        }
      />
      <FacetPart
        title="Regions"
        segments={segments.region}
        selected={view.region === null ? [] : [view.region]}
        onSelect={(region) => changeView({ region: region === view.region ? null : region })}
      />
      <FacetPart
        title="Status"
        segments={segments.status}
        selected={view.status === null ? [] : [view.status]}
        onSelect={(status) => changeView({ status: status === view.status ? null : status })}
        isEnumeration
        aside={
          (oldCount > 0 || view.age !== null) && (
            <HeadButton
              isPressed={view.age !== null}
              onClick={() => changeView({ age: view.age === null ? 'old' : null })}
            >
              {`${formatNumber(oldCount)} older than 2 years`}
            </HeadButton>
          )
        }
      />
    </div>
  );
}

type HeadButtonProps = { isPressed?: boolean; onClick: () => void; children: string };

function HeadButton({ isPressed, onClick, children }: HeadButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onClick}
      className="-mr-1 rounded-chip px-1 transition-[background-color] hover:bg-hover hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-text"
    >
      {children}
    </button>
  );
}

type PartProps = {
  title: string;
  segments: readonly Segment[];
  selected: readonly string[];
  onSelect: (key: string) => void;
  isEnumeration?: boolean;
  aside?: ReactNode;
};

function FacetPart({ title, segments, aside, ...legend }: PartProps) {
  return (
    <section aria-label={title} className="min-w-0 px-4 pt-3 pb-2">
      <h2 className="mb-2 flex h-4 items-center justify-between text-small text-muted">
        <span>{title}</span>
        {aside}
      </h2>
      {segments.length === 0 ? (
        <p className="text-small text-faint">Not provided</p>
      ) : (
        <>
          <SegmentedBar label={title} segments={segments} />
          {/* A cut third line says that the list goes on. */}
          <div className="mt-1 max-h-15 overflow-y-auto px-1">
            <Legend segments={segments} {...legend} />
          </div>
        </>
      )}
    </section>
  );
}
