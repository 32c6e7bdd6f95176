import { useId } from 'react';
import { Link } from 'react-router-dom';
import { CopyButton } from '../ui/CopyButton.tsx';
import { hueOf, type SegmentColor } from '../ui/hues.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { formatCount } from '../ui/words.ts';
import type { ListedRegion, RegionGroup } from './regionGroups.ts';

/** Regions begin with the fourth hue, because databases have the first ones. */
export function regionColor(index: number): SegmentColor {
  return hueOf(index + 3);
}

type Instances = {
  /** Number of instances by region identifier. */
  instanceCounts: ReadonlyMap<string, number>;
  /** Number of instances in all regions. */
  instanceCount: number;
  linkToInstances: (region: string) => string;
};

/** The regions of one provider. The heading is its prefix, because the service doesn't name its providers. */
export function ProviderSection({ group, ...instances }: Instances & { group: RegionGroup }) {
  const headingId = useId();
  const { provider, regions } = group;
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-2 flex min-h-8 items-center gap-3">
        <h2 id={headingId} className="min-w-0 text-lead font-semibold">
          {provider === null ? <span>Other</span> : <SafeName name={provider} whole />}
        </h2>
        <span className="mr-auto text-control text-faint">{formatCount(regions.length, 'region')}</span>
        <CopyButton
          variant="button"
          label="Copy"
          text={regions.map(({ identifier }) => identifier).join('\n')}
        />
      </div>
      <ul
        aria-label={provider === null ? 'Other regions' : `Regions of ${provider}`}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2"
      >
        {regions.map((region) => (
          <li
            key={region.identifier}
            className="min-w-0 rounded-card border border-line bg-surface px-4 py-3.5"
          >
            <RegionCard region={region} {...instances} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type CardProps = Instances & { region: ListedRegion };

function RegionCard({ region, instanceCounts, instanceCount, linkToInstances }: CardProps) {
  const { identifier, name, listedCount, index } = region;
  const count = instanceCounts.get(identifier) ?? 0;
  const percent = Math.round((100 * count) / instanceCount);
  return (
    <>
      <div className="flex items-baseline gap-2">
        <h3 className="min-w-0 flex-1 text-lead font-semibold">
          {name === '' ? <span>(empty)</span> : <SafeName name={name} whole />}
        </h3>
        <CopyButton label={`Copy ${identifier}`} text={identifier} />
      </div>
      <code translate="no" className="block text-small wrap-anywhere text-muted">
        <SafeName name={identifier} whole />
      </code>
      {listedCount > 1 && (
        <p className="mt-1 text-small text-notice">{`Listed ${listedCount} times, counted once`}</p>
      )}
      {instanceCount > 0 && (
        <div className="mt-3.5">
          <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-chip bg-skeleton">
            <i
              data-color={regionColor(index)}
              className="segment block h-full"
              style={{ width: `${percent}%` }}
            />
          </div>
          <div className="mt-1.5 flex justify-between text-control text-muted">
            {count === 0 ? (
              <span>No instances</span>
            ) : (
              <Link to={linkToInstances(identifier)} className="py-0.5 text-accent hover:underline">
                {`${formatCount(count, 'instance')} →`}
              </Link>
            )}
            <span className="py-0.5">{`${percent} %`}</span>
          </div>
        </div>
      )}
    </>
  );
}
