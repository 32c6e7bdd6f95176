import { useDeferredValue, useMemo } from 'react';
import { operationPaths } from '../../api/operationPaths.ts';
import type { ServiceList } from '../../api/readList.ts';
import { servicePath } from '../../api/servicePath.ts';
import { useCurl } from '../../session/useCurl.ts';
import { useSession } from '../../session/useSession.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { groupedDigits } from '../../ui/groupedDigits.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ReadView } from '../../ui/ReadView.tsx';
import { groupRegions } from './groupRegions.ts';
import { RegionGroupSection } from './RegionGroupSection.tsx';
import { RegionsToolbar } from './RegionsToolbar.tsx';
import { RegionsWaiting } from './RegionsWaiting.tsx';
import { regionMatches } from './regionMatches.ts';
import { useRegionSearch } from './useRegionSearch.ts';
import { useRegions } from './useRegions.ts';

type Props = {
  /** How many of the instances known here say that they are in a region, by its identifier. */
  instancesIn: ReadonlyMap<string, number>;
};

/** The regions a workspace may use, one group per cloud-provider prefix. */
export function RegionsPage({ instancesIn }: Props) {
  const { workspaceSlug } = useSession();
  const read = useRegions();
  const curlOf = useCurl();
  const count = read.data?.items.length;
  return (
    <>
      <PageHeading title="Regions" workspaceSlug={workspaceSlug}>
        {count === undefined ? 'Where this workspace may run' : countOf(count)}
      </PageHeading>
      <ReadView
        read={read}
        what="The regions"
        waiting={<RegionsWaiting />}
        curl={curlOf('GET', servicePath(operationPaths.listRegions, { workspaceSlug }))}
      >
        {(list) => <RegionsList list={list} instancesIn={instancesIn} workspaceSlug={workspaceSlug} />}
      </ReadView>
    </>
  );
}

type ListProps = Props & { list: ServiceList<string>; workspaceSlug: string };

function RegionsList({ list: { items, unreadable }, instancesIn, workspaceSlug }: ListProps) {
  const [search, typeSearch] = useRegionSearch();
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
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      {items.length === 0 ? (
        <EmptyState title="No regions yet">
          The service lists no region for this workspace. That is a valid answer; ask the workspace’s owner
          which regions it should have.
        </EmptyState>
      ) : (
        <RegionsToolbar search={search} onSearch={typeSearch} groups={shown} workspaceSlug={workspaceSlug} />
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

function countOf(count: number): string {
  return `${groupedDigits(count)} ${count === 1 ? 'region' : 'regions'} available to this workspace`;
}
