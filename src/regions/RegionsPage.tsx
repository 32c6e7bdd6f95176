import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { regionsQuery } from '../api/regions.ts';
import { toFacetSegments } from '../compute/filterRows.ts';
import { toComputeUrl } from '../compute/tableView.ts';
import { useInstances } from '../compute/useInstances.ts';
import { formatCount } from '../format/text.ts';
import { refreshPageData } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { BarSegment } from '../ui/SegmentedBar.tsx';
import { EmptyState, IncompleteNotice, PageHeading, QueryView, UnreadableItems } from '../ui/states.tsx';
import { groupRegionsByProvider, type ProviderRegions, type Region } from './regionGroups.ts';

export function RegionsPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const { rows, hasAll } = useInstances();
  const query = useQuery(regionsQuery(workspace));
  const segments = toFacetSegments(rows, 'region');
  const counts = new Map(segments.map(({ key, value }) => [key, value]));
  // Null keeps the space of the numbers while the lists are loading.
  const instances = hasAll || counts.size > 0 ? segments : null;
  const groups = groupRegionsByProvider(query.data?.items ?? [], counts);
  const identifiers = groups.flatMap(({ regions }) => regions.map(({ identifier }) => identifier));
  return (
    <div className="max-w-220">
      <PageHeading
        title={title}
        subtitle={identifiers.length > 0 && <Summary groups={groups} count={identifiers.length} />}
        onRefresh={() => Promise.all([query.refetch(), refreshPageData()])}
      >
        {identifiers.length > 0 && (
          <CopyButton
            variant="button"
            label={`Copy all ${identifiers.length}`}
            text={identifiers.join('\n')}
          />
        )}
      </PageHeading>
      <QueryView query={query} subject="regions" skeleton={<i className="skeleton h-64" />}>
        {({ isComplete, unreadable }) => (
          <>
            {!isComplete && <IncompleteNotice />}
            {identifiers.length + unreadable.length === 0 && isComplete && (
              <EmptyState
                icon={Globe}
                title="No regions are available to this workspace. If you expected some, ask its owner."
              />
            )}
            {groups.map((group) => (
              <ProviderSection key={group.provider ?? ''} group={group} instances={instances} />
            ))}
            <UnreadableItems items={unreadable} readableCount={identifiers.length} noun="item" />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Summary({ groups, count }: { groups: readonly ProviderRegions[]; count: number }) {
  const { workspace } = useSession();
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

/** Of the whole workspace, or null while they are loading. Keys are region identifiers, and colors are those of Compute. */
type Instances = { instances: readonly BarSegment[] | null };

/** The regions of one provider. The heading is its prefix, because the service doesn't name its providers. */
function ProviderSection({
  group: { provider, regions },
  instances,
}: Instances & { group: ProviderRegions }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mb-6">
      <div className="mb-2 flex items-baseline gap-3">
        <h2 id={headingId} className="min-w-0 text-lead font-semibold">
          {provider === null ? <span>Other</span> : <SafeName name={provider} whole />}
        </h2>
        <span className="text-control text-faint">{formatCount(regions.length, 'region')}</span>
      </div>
      <ul
        aria-label={provider === null ? 'Other regions' : `Regions of ${provider}`}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2"
      >
        {regions.map((region) => (
          <li key={region.identifier} className="min-w-0 break-inside-avoid panel px-4 py-3.5">
            <RegionCard region={region} instances={instances} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RegionCard({
  region: { identifier, name, listedCount },
  instances,
}: Instances & { region: Region }) {
  return (
    <>
      <div className="flex items-baseline gap-2">
        <h3 className="min-w-0 flex-1 text-lead font-semibold">
          {name === '' ? <span>(empty)</span> : <SafeName name={name} whole />}
        </h3>
        <CopyButton label={`Copy ${identifier}`} text={identifier} />
      </div>
      <code className="block text-small text-muted">
        <SafeName name={identifier} whole />
      </code>
      {listedCount > 1 && (
        <p className="mt-1 text-small text-notice">{`Listed ${listedCount} times, counted once`}</p>
      )}
      {instances === null ? (
        <div className="h-12.5" />
      ) : (
        instances.length > 0 && <InstancesIn identifier={identifier} instances={instances} />
      )}
    </>
  );
}

type CountProps = { identifier: string; instances: readonly BarSegment[] };

function InstancesIn({ identifier, instances }: CountProps) {
  const { workspace } = useSession();
  const total = instances.reduce((sum, { value }) => sum + value, 0);
  const { value: count, color } = instances.find(({ key }) => key === identifier) ?? { value: 0, color: 0 };
  const percent = Math.round((100 * count) / total);
  return (
    <>
      <div aria-hidden="true" className="mt-3.5 mb-1.5 h-1.5 overflow-hidden rounded-chip bg-skeleton">
        <i data-color={color} className="segment block h-full" style={{ width: `${percent}%` }} />
      </div>
      <div className="flex justify-between text-control text-muted">
        {count === 0 ? (
          <span className="py-0.5">No instances</span>
        ) : (
          <Link
            to={toComputeUrl(workspace, { region: [identifier] })}
            className="py-0.5 text-accent hover:underline"
          >
            {`${formatCount(count, 'instance')} →`}
          </Link>
        )}
        <span className="py-0.5">{`${percent} %`}</span>
      </div>
    </>
  );
}
