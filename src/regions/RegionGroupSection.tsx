import { useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { useAnnouncedCopy } from '../ui/CopyButton.tsx';
import { chooseHue, getHueClass } from '../ui/hues.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { formatCount, formatNumber } from '../ui/words.ts';
import type { CountedRegion, RegionGroup } from './regionGroups.ts';

type RegionGroupSectionProps = { group: RegionGroup; instanceCounts: ReadonlyMap<string, number> };

/** Number of regions that the section shows at first. Each click on the button below the list shows as many more. */
const pageSize = 200;

/** The regions of one provider prefix. The heading is the prefix, because the service doesn't name its providers. */
export function RegionGroupSection({
  group: { providerPrefix, regions },
  instanceCounts,
}: RegionGroupSectionProps) {
  const headingId = useId();
  const [pageCount, setPageCount] = useState(1);
  const shownRegions = regions.slice(0, pageCount * pageSize);
  const remainingCount = regions.length - shownRegions.length;
  const count = formatCount(regions.length, 'region');
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-2 flex items-center gap-2">
        <h2 id={headingId} className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-lead font-semibold">
          <span
            aria-hidden="true"
            className={`size-2.5 shrink-0 rounded-sm bg-current ${providerPrefix === null ? 'text-line-strong' : getHueClass(chooseHue(providerPrefix))}`}
          />
          <SafeName name={providerPrefix ?? 'Other'} whole />
          <span className="text-body font-normal whitespace-nowrap text-muted">{count}</span>
        </h2>
        <CopyGroupButton regions={regions} providerPrefix={providerPrefix} />
      </div>
      <ul
        aria-label={`Regions of ${providerPrefix ?? 'other identifiers'}`}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2"
      >
        {shownRegions.map((region) => (
          <li
            key={region.identifier}
            className="[contain-intrinsic-size:auto_3.375rem] [content-visibility:auto] compact:[contain-intrinsic-size:auto_2.875rem]"
          >
            <RegionBadge region={region} instanceCount={instanceCounts.get(region.identifier) ?? 0} />
          </li>
        ))}
      </ul>
      {remainingCount > 0 && (
        <Button className="mt-3" onClick={() => setPageCount(pageCount + 1)}>
          Show {Math.min(remainingCount, pageSize)} more ({formatNumber(remainingCount)} left)
        </Button>
      )}
    </section>
  );
}

function RegionBadge({ region, instanceCount }: { region: CountedRegion; instanceCount: number }) {
  const { Icon, copyAndAnnounce } = useAnnouncedCopy('copy-region');

  return (
    <button
      type="button"
      onClick={() => void copyAndAnnounce(region.identifier)}
      title={`Copy ${region.identifier}`}
      // Draw the outline inside the badge, because `content-visibility` clips everything outside the badge.
      className="group flex size-full items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-left -outline-offset-2! hover:border-line-strong compact:py-1"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">
          {region.name === '' ? '(empty)' : <SafeName name={region.name} whole />}
        </span>
        <span className="block font-mono text-small wrap-anywhere text-muted">
          <SafeName name={region.identifier} whole />
        </span>
        {(instanceCount > 0 || region.listedCount > 1) && (
          <span className="mt-1 block text-small text-muted compact:mt-0">
            {[
              instanceCount > 0 && formatCount(instanceCount, 'instance'),
              region.listedCount > 1 &&
                `listed ${region.listedCount === 2 ? 'twice' : `${formatNumber(region.listedCount)} times`}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </span>
      <Icon size={16} aria-hidden="true" className="shrink-0 text-muted" />
    </button>
  );
}

function CopyGroupButton({ regions, providerPrefix }: RegionGroup) {
  const { Icon, copyAndAnnounce } = useAnnouncedCopy('copy-region');
  const count = formatCount(regions.length, 'region');
  const text = regions.map(({ identifier }) => identifier).join('\n');

  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Icon size={14} aria-hidden="true" />}
      aria-label={`Copy all, ${count} of ${providerPrefix ?? 'other identifiers'}`}
      onClick={() => void copyAndAnnounce(text, count)}
    >
      Copy all
    </Button>
  );
}
