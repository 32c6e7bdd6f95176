import { useId } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../format/words.ts';
import { toComputeUrl } from '../instances/table/tableView.ts';
import { useSession } from '../session/useSession.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { Segment } from '../ui/SegmentedBar.tsx';
import type { ProviderRegions, Region } from './regionGroups.ts';

/** Of the whole workspace, or null while they are loading. Keys are region identifiers, and colors are those of Compute. */
type Instances = { instances: readonly Segment[] | null };

/** The regions of one provider. The heading is its prefix, because the service doesn't name its providers. */
export function ProviderSection({ group, instances }: Instances & { group: ProviderRegions }) {
  const headingId = useId();
  const { provider, regions } = group;
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
          <li
            key={region.identifier}
            className="min-w-0 break-inside-avoid rounded-card border border-line bg-surface px-4 py-3.5"
          >
            <RegionCard region={region} instances={instances} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RegionCard({ region, instances }: Instances & { region: Region }) {
  const { identifier, name, listedCount } = region;
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

type CountProps = { identifier: string; instances: readonly Segment[] };

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
