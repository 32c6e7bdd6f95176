import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { formatNumber } from '../format/text.ts';
import { parseRegion } from '../rules/regions.ts';
import { useConfig } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { SearchField } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { Legend, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { toFacetSegments } from './filterRows.ts';
import {
  type Facet,
  facets,
  findRowButton,
  noFilters,
  searchId,
  toggleValue,
  useTableView,
} from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

export function Filters() {
  const { table, hasActions } = useCompute();
  const [view, changeView] = useTableView();
  const [isFilterOpen, setFilterOpen] = useState(false);
  const chips = facets.flatMap((facet) => view[facet].map((value) => ({ facet, value })));

  function moveToTable(event: KeyboardEvent) {
    const button = findRowButton(table.pageRows[0]?.key ?? null);
    if (button === null || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      button.focus();
    }
    if (event.key === 'Enter' && table.matchingRows.length === 1) button.click();
  }
  function clearFilters() {
    changeView({ ...noFilters });
    document.getElementById(searchId)?.focus();
  }
  return (
    <>
      <div className={`mb-3.5 print:hidden ${isFilterOpen ? '' : 'max-md:hidden'}`}>
        <Facets />
      </div>
      <div className="mb-2.5 flex flex-wrap items-center gap-2 print:hidden">
        <div className="w-70 max-md:w-auto max-md:flex-1">
          <SearchField
            id={searchId}
            label="Search instances"
            placeholder="Name, ID, region or a ticket"
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
        {chips.map(({ facet, value }) => (
          <button
            key={`${facet} ${value}`}
            type="button"
            title="Remove this filter"
            onClick={() => changeView(toggleValue(view, facet, value))}
            className="inline-flex min-h-7 max-w-60 min-w-0 items-center gap-1.5 rounded-chip bg-sunken px-2 text-control hover:bg-hover touch:min-h-9"
          >
            <span className="min-w-0 truncate">
              {facet === 'age' ? (
                <span>Older than 2 years</span>
              ) : (
                <>
                  <span>{chipLabels[facet]}</span>{' '}
                  <span className={facet === 'status' ? 'enumeration' : ''}>
                    <SafeName
                      name={facet === 'region' ? parseRegion(value).name : value}
                      whole
                      hasWarning={false}
                    />
                  </span>
                </>
              )}
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

const chipLabels = { databases: 'Database', region: 'Region', status: 'Status' } as const;

/** What the instances consist of. Every value is a filter, and its number counts what the other filters show. */
function Facets() {
  const { table } = useCompute();
  const { instancesPath } = useConfig();
  const [view, changeView] = useTableView();
  const oldCount = table.counts.age.get('old') ?? 0;
  const isOld = view.age.length > 0;
  return (
    <div className="grid min-h-23 max-[86rem]:min-h-26.5 grid-cols-[1.05fr_1fr_1.2fr] divide-x divide-line panel max-md:grid-cols-1 max-md:divide-x-0 max-md:divide-y">
      <FacetPart facet="databases" title="Databases">
        {hasListPerDatabase(instancesPath) && (
          <HeadButton onClick={() => changeView({ open: 'databases' })}>Edit…</HeadButton>
        )}
      </FacetPart>
      <FacetPart facet="region" title="Regions" />
      <FacetPart facet="status" title="Status">
        {(oldCount > 0 || isOld) && (
          <HeadButton isPressed={isOld} onClick={() => changeView(toggleValue(view, 'age', 'old'))}>
            {`${formatNumber(oldCount)} older than 2 years`}
          </HeadButton>
        )}
      </FacetPart>
    </div>
  );
}

type HeadButtonProps = { isPressed?: boolean; onClick: () => void; children: string };

function HeadButton({ isPressed, onClick, children }: HeadButtonProps) {
  return (
    <button type="button" aria-pressed={isPressed} onClick={onClick} className="toggle -mr-1">
      {children}
    </button>
  );
}

type PartProps = { facet: Exclude<Facet, 'age'>; title: string; children?: ReactNode };

function FacetPart({ facet, title, children }: PartProps) {
  const { instances, table } = useCompute();
  const [view, changeView] = useTableView();
  const { rows } = instances;
  const counts = table.counts[facet];
  const segments = useMemo(() => toFacetSegments(rows, facet, counts), [rows, facet, counts]);
  return (
    <section aria-label={title} className="min-w-0 px-4 pt-3 pb-2">
      <h2 className="mb-2 flex h-4 items-center justify-between text-small text-muted">
        <span>{title}</span>
        {children}
      </h2>
      {segments.length === 0 ? (
        <p className="text-small text-faint">
          {instances.isLoading ? 'Loading…' : rows.length === 0 ? '–' : 'Not provided'}
        </p>
      ) : (
        <>
          <SegmentedBar label={title} segments={segments} />
          {/* A cut fourth line says that the list goes on. */}
          <div className="-mx-1 mt-1 max-h-21 overflow-y-auto px-1">
            <Legend
              segments={segments}
              selected={view[facet]}
              onSelect={(value) => changeView(toggleValue(view, facet, value))}
              isEnumeration={facet === 'status'}
            />
          </div>
        </>
      )}
    </section>
  );
}
