import { useMemo, useState } from 'react';
import { hasListPerDatabase } from '../api/computeInstances.ts';
import { formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { parseRegion } from '../rules/instanceRecord.ts';
import { useConfig } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { SearchField } from '../ui/fields.tsx';
import { type BarSegment, hueOf, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { statusColorOf } from './InstanceTableRow.tsx';
import { formatInstanceCount, type InstanceRow } from './instanceRow.ts';
import { useInstances } from './useInstances.ts';
import {
  type Facet,
  facets,
  foldFacet,
  getFacetValue,
  isPressed,
  searchId,
  useTable,
} from './useInstanceTable.ts';

export function Filters() {
  const { rows, isLoading, hasActions } = useInstances();
  const { view, changeView, clearFilters, pressedCount, matchingRows } = useTable();
  const [isOpen, setOpen] = useState(false);
  const { length } = matchingRows;
  return (
    // On a phone, what comes and goes is below the facets, so that they stay in their place.
    <div className="mb-2.5 flex flex-wrap items-center gap-2 max-md:mb-2 max-md:gap-x-1 max-md:[&>label]:flex-1 md:[&>label]:w-60 print:hidden">
      {(isLoading || length > 0) && (
        <div
          className={`grid min-h-17 w-full panel md:mb-1 md:grid-cols-[repeat(3,minmax(9rem,auto))] md:max-[72rem]:min-h-23 max-md:order-1 ${isOpen ? '' : 'max-md:hidden'}`}
        >
          <FacetPart facet="databases" title="Databases" />
          <FacetPart facet="region" title="Regions" />
          <FacetPart facet="status" title="Status" />
        </div>
      )}
      <SearchField
        id={searchId}
        label="Search instances"
        placeholder="Name, ID, region…"
        text={view.search}
        maxLength={500}
        onTextChange={(search) => changeView({ search })}
      />
      <Button className="max-md:mx-1 md:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {pressedCount === 0 ? 'Filter' : `Filter (${pressedCount})`}
      </Button>
      {pressedCount > 0 && length > 0 && (
        <Button variant="quiet" className="max-md:order-3 max-md:-mx-3" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
      <p role="status" className="text-control text-muted max-md:order-2 max-md:mr-auto md:mr-1.5 md:ml-auto">
        {!isLoading &&
          `${length === rows.length ? '' : `${formatNumber(length)} of `}${formatInstanceCount(rows.length)}`}
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

function FacetPart({ facet, title }: { facet: Facet; title: string }) {
  const { rows, isLoading } = useInstances();
  const { view, changeView } = useTable();
  const { instancesPath } = useConfig();
  const segments = useMemo(() => toFacetSegments(rows, facet), [rows, facet]);
  const pressed = view[facet];
  function toggle(value: string) {
    const others = pressed.filter((each) => !isPressed(facet, [each], value));
    changeView({ [facet]: isPressed(facet, pressed, value) ? others : [...others, value] });
  }
  return (
    <section
      aria-label={title}
      className="relative min-w-0 border-line px-4 md:not-last:border-r max-md:flex max-md:items-center max-md:gap-3 md:pt-1.75 md:pb-1.5 max-md:[&>[role=img]]:hidden"
    >
      <h2 className="shrink-0 text-small text-muted max-md:w-18 md:mb-1.25 md:h-4">{title}</h2>
      {facet === 'databases' && hasListPerDatabase(instancesPath) && (
        <button
          type="button"
          onClick={() => changeView({ open: 'databases' })}
          className="rounded-chip px-1 text-small text-muted hover:bg-hover hover:text-text max-md:order-1 max-md:-mr-1 max-md:ml-auto max-md:py-3 md:absolute md:top-1.75 md:right-3"
        >
          Edit…
        </button>
      )}
      {segments.length > 1 && <SegmentedBar label={title} segments={segments} />}
      {segments.length === 0 && (
        <p className="text-small text-faint">{isLoading ? 'Loading…' : 'Not provided'}</p>
      )}
      <div className={`facet-values min-w-0 empty:hidden ${segments.length > 1 ? 'md:mt-1' : 'md:mt-2.5'}`}>
        {segments.map(({ key, label, value, color }) => (
          <button
            key={key}
            type="button"
            translate="no"
            title={label === key ? undefined : key}
            aria-label={`${label} ${formatNumber(value)}`}
            aria-pressed={isPressed(facet, pressed, key)}
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

/** Of all rows, so that no filter changes counts, colors or order. `READY` and `ready` are one. */
export function toFacetSegments(rows: readonly InstanceRow[], facet: Facet): readonly BarSegment[] {
  const values = rows.map((row) => getFacetValue(row, facet)).filter(Boolean);
  const groups = [...Map.groupBy(values, (value) => foldFacet(facet, value)).values()];
  const keys = groups.flatMap(([key = '']) => key);
  // In the order of the texts, so that they keep their hues when the order of the rows changes.
  const hues = new Map(keys.toSorted().map((key, index) => [key, hueOf(2 * facets.indexOf(facet) + index)]));
  const nameOf = (key: string) => (facet === 'region' ? parseRegion(key).name : key);
  const namesakes = Map.groupBy(keys, nameOf);
  const segments = groups.map(({ 0: key = '', length: value }): BarSegment => {
    const isUnique = namesakes.get(nameOf(key))?.length === 1;
    const color = facet === 'status' ? statusColorOf(key) : (hues.get(key) ?? 0);
    return { key, label: isUnique ? nameOf(key) : key, value, color };
  });
  return facet === 'databases' ? segments : segments.sort((a, b) => b.value - a.value);
}
