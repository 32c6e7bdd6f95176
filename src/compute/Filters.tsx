import { useMemo, useState } from 'react';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { parseRegion } from '../rules/instanceRecord.ts';
import { useConfig } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { SearchField } from '../ui/filterFields.tsx';
import { type BarSegment, hueOf, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { statusColorOf } from './InstanceTableRow.tsx';
import { formatInstanceCount, type InstanceRow } from './instanceRow.ts';
import { useInstances } from './useInstances.ts';
import {
  type FacetId,
  facetIds,
  foldFacetValue,
  getFacetValue,
  isChosenValue,
  searchFieldId,
  useInstanceTable,
} from './useInstanceTable.ts';

export function Filters() {
  const { rows, isLoading, hasAllLists, hasActions } = useInstances();
  const { view, changeView, clearFilters, pressedCount, matchingRows } = useInstanceTable();
  const [isOpen, setOpen] = useState(false);
  const { length } = matchingRows;
  return (
    // On a phone, what comes and goes is below the facets, so that it doesn't move them.
    <div className="mb-2.5 flex flex-wrap items-center gap-2 max-md:mb-2 md:[&>label]:max-w-60 [&>label]:flex-1 print:hidden">
      {(isLoading || length > 0) && (
        <div
          className={`grid w-full panel lg:mb-1 lg:grid-rows-[4.125rem] md:grid-cols-[repeat(3,minmax(9rem,auto))] max-lg:order-1 ${isOpen ? '' : 'max-lg:hidden'}`}
        >
          {facetIds.map((facet) => (
            <FacetPart key={facet} facet={facet} />
          ))}
        </div>
      )}
      <SearchField
        id={searchFieldId}
        aria-label="Search instances"
        placeholder="Name, ID, region…"
        value={view.search}
        maxLength={500}
        onChange={({ target }) => changeView({ search: target.value })}
      />
      <Button className="lg:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {pressedCount === 0 ? 'Filter' : `Filter (${pressedCount})`}
      </Button>
      {pressedCount > 0 && length > 0 && (
        <Button variant="quiet" className="max-md:order-3 max-md:-mx-3" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
      <p role="status" className="text-control text-muted max-md:order-2 max-md:mr-auto md:mr-1.5 md:ml-auto">
        {!isLoading &&
          `${length === rows.length ? '' : `${formatNumber(length)} of `}${formatInstanceCount(rows.length)}${hasAllLists ? '' : ' so far'}`}
      </p>
      {hasActions && (
        <Button
          className={isOpen ? 'order-2' : 'max-md:hidden'}
          onClick={() => changeView({ open: 'select' })}
        >
          Select from list…
        </Button>
      )}
    </div>
  );
}

const titles = { databases: 'Databases', region: 'Regions', status: 'Status' };

function FacetPart({ facet }: { facet: FacetId }) {
  const title = titles[facet];
  const { rows, isLoading } = useInstances();
  const { view, changeView } = useInstanceTable();
  const { instancesPath } = useConfig();
  const segments = useMemo(() => toFacetBarSegments(rows, facet), [rows, facet]);
  const pressed = view[facet];
  function toggle(value: string) {
    const others = pressed.filter((each) => !isChosenValue(facet, [each], value));
    changeView({ [facet]: isChosenValue(facet, pressed, value) ? others : [...others, value] });
  }
  return (
    <section
      aria-label={title}
      className="relative min-w-0 border-line px-4 pt-1.75 pb-1.5 md:not-last:border-r max-md:not-first:border-t"
    >
      <h2 className="mb-1.25 h-4 text-small text-muted">{title}</h2>
      {facet === 'databases' && hasListPerDatabase(instancesPath) && (
        <button
          type="button"
          onClick={() => changeView({ open: 'databases' })}
          className="rounded-chip px-1 text-small text-muted hover:bg-hover hover:text-text absolute top-1.75 right-3 max-md:top-0 max-md:py-2.5"
        >
          Edit…
        </button>
      )}
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
            aria-pressed={isChosenValue(facet, pressed, key)}
            data-count={formatNumber(value)}
            onClick={() => toggle(key)}
            className={facet === 'status' ? 'enumeration' : ''}
          >
            <i data-color={color} className="segment float-left mt-1 mr-1.5 size-2" />
            {toBidiIsolatedText(label)}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Counts all rows, so that no filter changes numbers, colors or order. */
export function toFacetBarSegments(rows: readonly InstanceRow[], facet: FacetId): readonly BarSegment[] {
  const values = rows.map((row) => getFacetValue(row, facet)).filter(Boolean);
  const groups = [...Map.groupBy(values, (value) => foldFacetValue(facet, value)).values()];
  const keys = groups.flatMap(([key = '']) => key);
  const sorted = keys.toSorted();
  const nameOf = (key: string) => (facet === 'region' ? parseRegion(key).name : key);
  const namesakes = Map.groupBy(keys, nameOf);
  const segments = groups.map(({ 0: key = '', length: value }): BarSegment => {
    const isUnique = namesakes.get(nameOf(key))?.length === 1;
    const color = facet === 'status' ? statusColorOf(key) : hueOf(sorted.indexOf(key));
    return { key, label: isUnique ? nameOf(key) : key, value, color };
  });
  return facet === 'databases' ? segments : segments.sort((a, b) => b.value - a.value);
}
