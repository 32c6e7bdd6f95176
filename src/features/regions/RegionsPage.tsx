import { debounce, parseAsString, useQueryState } from 'nuqs';
import { useDeferredValue, useMemo } from 'react';
import type { ServiceList } from '../../api/readList.ts';
import { operations, servicePath } from '../../api/servicePath.ts';
import { useCurl, useSession } from '../../session/useSession.ts';
import { ExportMenu, saveFile } from '../../ui/exportFile.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { EmptyState, ReadView, Skeleton } from '../../ui/notices.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { counted } from '../../ui/words.ts';
import { RegionGroupSection } from './RegionGroupSection.tsx';
import { groupRegions, regionMatches } from './regionGroups.ts';
import { useRegions } from './useRegions.ts';

type RegionsPageProps = {
  /** How many of the instances known here say that they are in a region, by its identifier. */
  instancesIn: ReadonlyMap<string, number>;
};

/** The regions a workspace may use, one group per cloud-provider prefix. */
export function RegionsPage({ instancesIn }: RegionsPageProps) {
  const { workspaceSlug } = useSession();
  const read = useRegions();
  const curlOf = useCurl();
  const count = read.data?.items.length;
  return (
    <>
      <PageHeading title="Regions">
        {count === undefined
          ? 'Where this workspace may run'
          : `${counted(count, 'region')} available to this workspace`}
      </PageHeading>
      <ReadView
        read={read}
        what="The regions"
        waiting={<RegionsWaiting />}
        curl={curlOf('GET', servicePath(operations.listRegions.path, { workspaceSlug }))}
      >
        {(list) => <RegionsList list={list} instancesIn={instancesIn} workspaceSlug={workspaceSlug} />}
      </ReadView>
    </>
  );
}

/** Browsers refuse a URL that changes with every key, so it follows once typing rests. */
const searchParam = parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) });

type ListProps = RegionsPageProps & { list: ServiceList<string>; workspaceSlug: string };

function RegionsList({ list: { items, unreadable }, instancesIn, workspaceSlug }: ListProps) {
  const [search, setSearch] = useQueryState('q', searchParam);
  // Typing stays fluent while thousands are drawn anew.
  const wanted = useDeferredValue(search);
  const groups = useMemo(() => groupRegions(items), [items]);
  const shown = useMemo(
    () =>
      groups
        .map((group) => ({
          ...group,
          regions: group.regions.filter((region) => regionMatches(region, wanted)),
        }))
        .filter(({ regions }) => regions.length > 0),
    [groups, wanted],
  );

  /** What is shown is what is saved. */
  async function save(format: 'json' | 'csv') {
    const { exportRegions } = await import('./exportRegions.ts');
    return saveFile(['regions', workspaceSlug], format, [exportRegions[format](shown)]);
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      {items.length === 0 ? (
        <EmptyState title="No regions yet">
          The service lists no region for this workspace. That is a valid answer; ask the workspace’s owner
          which regions it should have.
        </EmptyState>
      ) : (
        <div className="flex items-center justify-between gap-2">
          <SearchField
            label="Search regions"
            placeholder="Region, provider"
            text={search}
            onType={(text) => void setSearch(text)}
          />
          <ExportMenu save={save} />
        </div>
      )}
      {shown.map((group) => (
        <RegionGroupSection key={group.providerPrefix ?? ''} group={group} instancesIn={instancesIn} />
      ))}
      {items.length > 0 && shown.length === 0 && (
        <EmptyState title="No region matches">
          Search by identifier, by region name or by provider prefix.
        </EmptyState>
      )}
      {unreadable.length > 0 && (
        <p className="text-muted">
          {unreadable.length} {unreadable.length === 1 ? 'entry is' : 'entries are'} no region identifier:{' '}
          <code className="wrap-anywhere">{JSON.stringify(unreadable).slice(0, 500)}</code>
        </p>
      )}
    </div>
  );
}

/** As high as what comes: a toolbar and two groups of badges. */
function RegionsWaiting() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <Skeleton className="h-9 w-full sm:max-w-72" />
      {[2, 1].map((badges) => (
        <div key={badges}>
          <Skeleton className="mb-4 h-8 w-40" />
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-2">
            {Array.from({ length: badges }, (_, at) => at).map((at) => (
              <Skeleton key={at} className="h-[54px]" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
