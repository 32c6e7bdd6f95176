import { useQuery } from '@tanstack/react-query';
import { debounce, parseAsString, useQueryState } from 'nuqs';
import { useDeferredValue, useMemo } from 'react';
import type { ServiceList } from '../api/readList.ts';
import { createRegionsQuery } from '../api/regions.ts';
import { useSession } from '../session/useSession.ts';
import { ExportMenu, saveFile } from '../ui/exportFile.tsx';
import { SearchField } from '../ui/fields.tsx';
import { EmptyState, QueryView, Skeleton } from '../ui/notices.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { formatCount, formatNumber } from '../ui/words.ts';
import { RegionGroupSection } from './RegionGroupSection.tsx';
import { exportedRegionFields, groupRegions, matchesSearch } from './regionGroups.ts';

export type RegionsPageProps = {
  title: string;
  /** Number of loaded instances by region identifier. */
  instanceCounts: ReadonlyMap<string, number>;
};

function useRegions() {
  const { connection, workspaceSlug } = useSession();
  return useQuery(createRegionsQuery(connection, workspaceSlug));
}

export function RegionsPage({ title, instanceCounts }: RegionsPageProps) {
  const { workspaceSlug } = useSession();
  const query = useRegions();
  const count = query.data?.items.length;
  return (
    <>
      <PageHeading title={title}>
        {count === undefined
          ? 'Available to this workspace'
          : `${formatCount(count, 'region')} available to this workspace`}
      </PageHeading>
      <QueryView query={query} subject="regions" skeleton={<RegionsSkeleton />}>
        {(list) => <RegionsList list={list} instanceCounts={instanceCounts} workspaceSlug={workspaceSlug} />}
      </QueryView>
    </>
  );
}

/** Delays the URL update until 300 ms after the last key press, because browsers limit frequent URL changes. */
const searchParam = parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) });

type ListProps = Pick<RegionsPageProps, 'instanceCounts'> & {
  list: ServiceList<string>;
  workspaceSlug: string;
};

function RegionsList({ list: { items, unreadable }, instanceCounts, workspaceSlug }: ListProps) {
  const [search, setSearch] = useQueryState('q', searchParam);
  // Defer the search, because rendering thousands of regions would delay typing.
  const deferredSearch = useDeferredValue(search);
  const groups = useMemo(() => groupRegions(items), [items]);
  const shownGroups = useMemo(
    () =>
      groups
        .map((group) => ({
          ...group,
          regions: group.regions.filter((region) => matchesSearch(region, deferredSearch)),
        }))
        .filter(({ regions }) => regions.length > 0),
    [groups, deferredSearch],
  );

  async function saveRegions(format: 'json' | 'csv') {
    const { createRecordWriter } = await import('../ui/exportRecords.ts');
    const rows = shownGroups.flatMap(({ regions }) => regions);
    const writer = createRecordWriter(exportedRegionFields);
    return saveFile(['regions', workspaceSlug], format, writer[format](rows));
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      {items.length === 0 ? (
        <EmptyState title="No regions yet">
          No regions are available to this workspace. If you expected some, ask its owner.
        </EmptyState>
      ) : (
        <div className="flex items-center justify-between gap-2">
          <SearchField
            label="Search regions"
            placeholder="Region, provider"
            text={search}
            onTextChange={(text) => void setSearch(text)}
          />
          <ExportMenu save={saveRegions} />
        </div>
      )}
      {shownGroups.map((group) => (
        <RegionGroupSection key={group.providerPrefix ?? ''} group={group} instanceCounts={instanceCounts} />
      ))}
      {items.length > 0 && shownGroups.length === 0 && (
        <EmptyState title="No matching regions">Search by identifier, name or provider.</EmptyState>
      )}
      {unreadable.length > 0 && (
        <p className="text-muted">
          {unreadable.length === 1
            ? '1 entry isn’t a valid region identifier: '
            : `${formatNumber(unreadable.length)} entries aren’t valid region identifiers: `}
          <code className="wrap-anywhere">{JSON.stringify(unreadable).slice(0, 500)}</code>
        </p>
      )}
    </div>
  );
}

/** Placeholders for the search field and for two groups of regions. */
function RegionsSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <Skeleton className="h-9 w-full sm:max-w-72" />
      {[2, 1].map((badgeCount) => (
        <div key={badgeCount}>
          <Skeleton className="mb-4 h-8 w-40" />
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2">
            {Array.from({ length: badgeCount }, (_, i) => i).map((i) => (
              <Skeleton key={i} className="h-13.5" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
