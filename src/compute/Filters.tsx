import { useMemo, useState } from 'react';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { foldCase } from '../rules/text.ts';
import { useConfig } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { SearchField } from '../ui/fields.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { formatInstanceCount } from './instanceRow.ts';
import {
  type Facet,
  facets,
  hasFacets,
  maxSearchLength,
  searchId,
  toFacetSegments,
  useClearFilters,
  useTableView,
} from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

export function Filters() {
  const { instances, table, hasActions } = useCompute();
  const [view, changeView] = useTableView();
  const clearFilters = useClearFilters();
  const [isOpen, setOpen] = useState(false);
  const { rows, isLoading } = instances;
  const { length } = table.matchingRows;
  const pressedCount = facets.flatMap((facet) => view[facet]).length;

  return (
    <div className="flex flex-col print:hidden">
      {(isLoading || length > 0) && (
        <div
          className={`mb-3 grid min-h-17 panel md:grid-cols-[repeat(3,minmax(0,auto))] facets max-md:order-1 max-md:mb-2 ${isOpen ? '' : 'max-md:hidden'}`}
        >
          <FacetPart facet="databases" title="Databases" />
          <FacetPart facet="region" title="Regions" />
          <FacetPart facet="status" title="Status" />
        </div>
      )}
      <div className="mb-2.5 flex flex-wrap items-center gap-2 max-md:mb-2 max-md:[&>label]:flex-1 md:[&>label]:w-70">
        <SearchField
          id={searchId}
          label="Search instances"
          placeholder="Name, ID, region…"
          text={view.search}
          maxLength={maxSearchLength}
          onTextChange={(search) => changeView({ search })}
        />
        <Button className="md:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {pressedCount === 0 ? 'Filter' : `Filter (${pressedCount})`}
        </Button>
        {hasFacets(view) && length > 0 && (
          <Button variant="quiet" onClick={clearFilters}>
            Clear filters
          </Button>
        )}
        <p role="status" className="ml-auto text-control text-muted md:mr-1.5">
          {!isLoading &&
            `${length === rows.length ? '' : `${formatNumber(length)} of `}${formatInstanceCount(rows.length)}`}
        </p>
        {hasActions && (
          <Button className="max-md:hidden" onClick={() => changeView({ open: 'select' })}>
            Select from list…
          </Button>
        )}
      </div>
    </div>
  );
}

/** What the whole list consists of. Every value is a filter. */
function FacetPart({ facet, title }: { facet: Facet; title: string }) {
  const { rows, isLoading } = useCompute().instances;
  const { instancesPath } = useConfig();
  const [view, changeView] = useTableView();
  const segments = useMemo(() => toFacetSegments(rows, facet), [rows, facet]);
  function toggle(value: string) {
    const others = view[facet].filter((each) => foldCase(each) !== foldCase(value));
    changeView({ [facet]: others.length < view[facet].length ? others : [...others, value] });
  }
  return (
    <section aria-label={title} className="min-w-0 px-4 pt-1.75 pb-1.5">
      <h2 className="mb-1.25 flex h-4 items-center justify-between text-small text-muted">
        {title}
        {facet === 'databases' && hasListPerDatabase(instancesPath) && (
          <button
            type="button"
            onClick={() => changeView({ open: 'databases' })}
            className="-mr-1 rounded-chip px-1 hover:bg-hover hover:text-text"
          >
            Edit…
          </button>
        )}
      </h2>
      {segments.length > 1 && <SegmentedBar label={title} segments={segments} />}
      {segments.length === 0 && (
        <p className="text-small text-faint">{isLoading ? 'Loading…' : 'Not provided'}</p>
      )}
      <div className={`facet-values empty:hidden ${segments.length > 1 ? 'mt-1' : 'mt-2.5'}`}>
        {segments.map(({ key, label, value, color }) => (
          <button
            key={key}
            type="button"
            translate="no"
            title={label === key ? undefined : key}
            aria-label={`${label} ${formatNumber(value)}`}
            aria-pressed={view[facet].some((each) => foldCase(each) === foldCase(key))}
            data-color={color}
            data-count={formatNumber(value)}
            onClick={() => toggle(key)}
            className={facet === 'status' ? 'enumeration' : ''}
          >
            {toBidiIsolatedText(label)}
          </button>
        ))}
      </div>
    </section>
  );
}
