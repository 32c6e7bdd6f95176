import { type ReactNode, useMemo, useState } from 'react';
import { hasListPerDatabase } from '../../api/computeInstances.ts';
import { formatNumber } from '../../format/words.ts';
import { useConfig } from '../../session/config.ts';
import { Legend, type Segment, SegmentedBar } from '../../ui/SegmentedBar.tsx';
import type { InstanceRow } from '../instanceRow.ts';
import { toSegments } from './filterRows.ts';
import { useTableView } from './tableView.ts';
import type { TableModel } from './useInstanceTable.ts';

type Props = {
  rows: readonly InstanceRow[];
  model: Pick<TableModel, 'counts'>;
  onEditDatabases: () => void;
  /** On a phone, they are behind the button "Filter". */
  isShownOnPhone: boolean;
};

/** What the instances consist of. Every value is a filter, and its number counts what the other filters show. */
export function Facets({ rows, model: { counts }, onEditDatabases, isShownOnPhone }: Props) {
  const { instancesPath } = useConfig();
  const [view, changeView] = useTableView();
  const databases = useMemo(() => toSegments(rows, 'databases', counts.databases), [rows, counts]);
  const regions = useMemo(() => toSegments(rows, 'region', counts.region), [rows, counts]);
  const statuses = useMemo(() => toSegments(rows, 'status', counts.status), [rows, counts]);
  const oldCount = counts.age.get('old') ?? 0;

  function toggleDatabase(name: string) {
    const others = view.databases.filter((each) => each !== name);
    changeView({ databases: others.length < view.databases.length ? others : [...others, name] });
  }
  return (
    <div className={`@container mb-3.5 print:hidden ${isShownOnPhone ? '' : 'max-md:hidden'}`}>
      <div className="grid min-h-23 @max-[68rem]:min-h-26.5 grid-cols-[1.05fr_1fr_1.2fr] divide-x divide-line rounded-card border border-line bg-surface @max-xl:grid-cols-1 @max-xl:divide-x-0 @max-xl:divide-y">
        <FacetPart
          title="Databases"
          segments={databases}
          selected={view.databases}
          onSelect={toggleDatabase}
          aside={
            hasListPerDatabase(instancesPath) && <HeadButton onClick={onEditDatabases}>Edit…</HeadButton>
          }
        />
        <FacetPart
          title="Regions"
          segments={regions}
          selected={view.region === null ? [] : [view.region]}
          onSelect={(region) => changeView({ region: region === view.region ? null : region })}
        />
        <FacetPart
          title="Status"
          segments={statuses}
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

/** More values are behind a button. */
const maxValues = 6;

function FacetPart({ title, segments, selected, onSelect, isEnumeration = false, aside }: PartProps) {
  const [isOpen, setOpen] = useState(false);
  const largest = new Set(
    segments
      .toSorted((a, b) => b.value - a.value)
      .slice(0, segments.length > maxValues ? maxValues - 1 : maxValues)
      .map(({ key }) => key),
  );
  const named = segments.filter(({ key }) => largest.has(key) || selected.includes(key));
  const value = segments.filter((each) => !named.includes(each)).reduce((sum, each) => sum + each.value, 0);
  const others: Segment = { key: '', label: 'others', value, color: 'muted' };
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
          <SegmentedBar label={title} segments={[...named, others]} />
          <div className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
            <Legend
              segments={isOpen ? segments : named}
              onSelect={onSelect}
              selected={selected}
              isEnumeration={isEnumeration}
            />
            {segments.length > named.length && (
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className="rounded-chip py-1 text-small text-accent hover:underline"
              >
                {isOpen ? 'Show fewer' : `${formatNumber(segments.length - named.length)} more`}
              </button>
            )}
          </div>
        </>
      )}
    </section>
  );
}
