import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { createRegionsQuery } from '../api/regions.ts';
import { formatCount } from '../format/words.ts';
import { refreshConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { Legend, type Segment, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EmptyState, IncompleteNotice, QueryView } from '../ui/states.tsx';
import { ProviderSection } from './ProviderSection.tsx';
import { groupRegionsByProvider, type ProviderRegions } from './regionGroups.ts';

type Props = {
  title: string;
  /** Keys are region identifiers. */
  instances: readonly Segment[];
  linkToInstances: (region: string) => string;
};

export function RegionsPage({ title, instances, linkToInstances }: Props) {
  const { workspace, connection } = useSession();
  const query = useQuery(createRegionsQuery(connection, workspace));
  const groups = groupRegionsByProvider(query.data?.items ?? []);
  const identifiers = groups.flatMap(({ regions }) => regions.map(({ identifier }) => identifier));

  function refresh() {
    void query.refetch();
    void refreshConfig();
  }
  return (
    <div className="max-w-220">
      <PageHeading
        title={title}
        subtitle={query.data && <Summary groups={groups} count={identifiers.length} workspace={workspace} />}
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
      <QueryView query={query} subject="regions" skeleton={<Skeleton className="h-64" />}>
        {({ isComplete, unreadable }) => (
          <>
            {!isComplete && <IncompleteNotice />}
            {identifiers.length === 0 && (
              <EmptyState
                icon={Globe}
                title="No regions are available to this workspace. If you expected some, ask its owner."
              />
            )}
            {instances.length > 0 && <InstancesPerRegion segments={instances} />}
            {groups.map((group) => (
              <ProviderSection
                key={group.provider ?? ''}
                group={group}
                instances={instances}
                linkToInstances={linkToInstances}
              />
            ))}
            {unreadable.length > 0 && (
              <p className="text-muted">
                <span>{`${formatCount(unreadable.length, 'item')} of the list can't be read: `}</span>
                <code translate="no" className="wrap-anywhere">
                  {JSON.stringify(unreadable).slice(0, 500)}
                </code>
              </p>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}

type SummaryProps = { groups: readonly ProviderRegions[]; count: number; workspace: string };

function Summary({ groups, count, workspace }: SummaryProps) {
  const providerCount = groups.filter(({ provider }) => provider !== null).length;
  const providers = providerCount > 0 ? ` of ${formatCount(providerCount, 'provider')}` : '';
  return (
    <>
      <span>{`${formatCount(count, 'region')}${providers} ${count === 1 ? 'is' : 'are'} available to`}</span>
      <span> </span>
      <SafeName name={workspace} />
    </>
  );
}

function InstancesPerRegion({ segments }: { segments: readonly Segment[] }) {
  const count = segments.reduce((sum, { value }) => sum + value, 0);
  return (
    <section className="mb-5.5 rounded-card border border-line bg-surface px-4 pt-3.5 pb-2.5">
      <h2 className="mb-2 text-small text-muted">
        {`Where your ${formatCount(count, 'instance')} ${count === 1 ? 'runs' : 'run'}`}
      </h2>
      <SegmentedBar label="Instances per region" segments={segments} height={10} />
      <div className="mt-1">
        <Legend segments={segments} />
      </div>
    </section>
  );
}
