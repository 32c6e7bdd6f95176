import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import type { ServiceList } from '../api/readList.ts';
import { createRegionsQuery } from '../api/regions.ts';
import { refreshConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { Legend, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { EmptyState, IncompleteNotice, QueryView, Skeleton } from '../ui/states.tsx';
import { formatCount } from '../ui/words.ts';
import { ProviderSection, regionColor } from './ProviderSection.tsx';
import { groupRegions, parseRegion, type RegionGroup } from './regionGroups.ts';

export type RegionsPageProps = {
  title: string;
  /** Number of loaded instances by region identifier. */
  instanceCounts: ReadonlyMap<string, number>;
  /** The URL of the instances in a region. */
  linkToInstances: (region: string) => string;
};

export function RegionsPage({ title, ...instances }: RegionsPageProps) {
  const { workspace, connection } = useSession();
  const query = useQuery(createRegionsQuery(connection, workspace));
  const groups = groupRegions(query.data?.items ?? []);
  const identifiers = groups.flatMap(({ regions }) => regions.map(({ identifier }) => identifier));

  function refresh() {
    void query.refetch();
    void refreshConfig();
  }
  return (
    <div className="max-w-220">
      <PageHeading
        title={title}
        subtitle={query.data && <Summary groups={groups} workspace={workspace} />}
        actions={
          <>
            <Button onClick={refresh} aria-disabled={query.isFetching}>
              Refresh
            </Button>
            {identifiers.length > 0 && (
              <CopyButton
                variant="button"
                label={`Copy all ${identifiers.length}`}
                text={identifiers.join('\n')}
              />
            )}
          </>
        }
      />
      <QueryView query={query} subject="regions" skeleton={<RegionsSkeleton />}>
        {(list) => <Regions list={list} groups={groups} {...instances} />}
      </QueryView>
    </div>
  );
}

function Summary({ groups, workspace }: { groups: readonly RegionGroup[]; workspace: string }) {
  const regionCount = groups.reduce((sum, { regions }) => sum + regions.length, 0);
  const providerCount = groups.filter(({ provider }) => provider !== null).length;
  const providers = providerCount > 0 ? ` of ${formatCount(providerCount, 'provider')}` : '';
  const verb = regionCount === 1 ? 'is' : 'are';
  return (
    <>
      <span>{`${formatCount(regionCount, 'region')}${providers} ${verb} available to`}</span>
      <span> </span>
      <SafeName name={workspace} />
    </>
  );
}

type RegionsProps = Omit<RegionsPageProps, 'title'> & {
  list: ServiceList<string>;
  groups: readonly RegionGroup[];
};

function Regions({ list, groups, instanceCounts, linkToInstances }: RegionsProps) {
  const instanceCount = [...instanceCounts.values()].reduce((sum, count) => sum + count, 0);
  const listedCounts = groups.flatMap(({ regions }) =>
    regions.map(({ identifier, name, index }) => ({
      key: identifier,
      label: name,
      value: instanceCounts.get(identifier) ?? 0,
      color: regionColor(index),
    })),
  );
  const listed = new Set(listedCounts.map(({ key }) => key));
  const otherCounts = [...instanceCounts]
    .filter(([identifier]) => !listed.has(identifier))
    .map(([identifier, value]) => ({
      key: identifier,
      label: parseRegion(identifier).name,
      value,
      color: 'muted' as const,
    }));
  const segments = [...listedCounts, ...otherCounts].filter(({ value }) => value > 0);
  return (
    <>
      {!list.isComplete && <IncompleteNotice />}
      {groups.length === 0 && (
        <EmptyState
          icon={Globe}
          title="No regions are available to this workspace. If you expected some, ask its owner."
        />
      )}
      {instanceCount > 0 && (
        <section className="mb-5.5 rounded-card border border-line bg-surface px-4 pt-3.5 pb-2.5">
          <h2 className="mb-2 text-small text-muted">
            {`Where your ${formatCount(instanceCount, 'instance')} run${instanceCount === 1 ? 's' : ''}`}
          </h2>
          <SegmentedBar label="Instances per region" segments={segments} height={10} />
          <div className="mt-1">
            <Legend segments={segments} />
          </div>
        </section>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {groups.map((group) => (
          <ProviderSection
            key={group.provider ?? ''}
            group={group}
            instanceCounts={instanceCounts}
            instanceCount={instanceCount}
            linkToInstances={linkToInstances}
          />
        ))}
      </div>
      {list.unreadable.length > 0 && (
        <p className="mt-5 text-muted">
          <span>{`Not readable as a region (${list.unreadable.length}): `}</span>
          <code translate="no" className="wrap-anywhere">
            {JSON.stringify(list.unreadable).slice(0, 500)}
          </code>
        </p>
      )}
    </>
  );
}

function RegionsSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5.5">
      <Skeleton className="h-24" />
      <Skeleton className="h-6 w-32" />
      <div className="grid gap-3 sm:grid-cols-2">
        <Skeleton className="h-29" />
        <Skeleton className="h-29" />
      </div>
    </div>
  );
}
