import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { groupedDigits } from '../../ui/groupedDigits.ts';
import { hueOf } from '../../ui/hueOf.ts';
import { CopyGroupButton } from './CopyGroupButton.tsx';
import type { RegionGroup } from './groupRegions.ts';
import { RegionBadge } from './RegionBadge.tsx';

type Props = { group: RegionGroup; instancesIn: ReadonlyMap<string, number> };

/** More than these are drawn on request, as many again: nobody reads thousands, and the search finds the one that is meant. */
const drawnAtOnce = 200;

/** The regions of one provider prefix. The service names no provider, so none is named here. */
export function RegionGroupSection({ group: { providerPrefix, regions }, instancesIn }: Props) {
  const headingId = useId();
  const [steps, setSteps] = useState(1);
  const drawn = regions.slice(0, steps * drawnAtOnce);
  const left = regions.length - drawn.length;
  const count = `${groupedDigits(regions.length)} ${regions.length === 1 ? 'region' : 'regions'}`;
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 id={headingId} className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-lead font-semibold">
          <span
            aria-hidden="true"
            className={`size-2.5 shrink-0 rounded-sm ${providerPrefix === null ? 'bg-line-strong' : marks[hueOf(providerPrefix) - 1]}`}
          />
          <bdi className="wrap-anywhere">{providerPrefix ?? 'Other'}</bdi>
          <span className="text-body font-normal whitespace-nowrap text-muted">{count}</span>
        </h2>
        <CopyGroupButton regions={regions} providerPrefix={providerPrefix} />
      </div>
      <ul
        aria-label={`Regions of ${providerPrefix ?? 'other identifiers'}`}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-2"
      >
        {drawn.map((region) => (
          <li
            key={region.identifier}
            className="[contain-intrinsic-size:auto_54px] [content-visibility:auto] compact:[contain-intrinsic-size:auto_46px]"
          >
            <RegionBadge region={region} instances={instancesIn.get(region.identifier) ?? 0} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button className="mt-3" onClick={() => setSteps(steps + 1)}>
          Show {Math.min(left, drawnAtOnce)} more of {groupedDigits(left)}
        </Button>
      )}
    </section>
  );
}

const marks = [
  'bg-hue-1',
  'bg-hue-2',
  'bg-hue-3',
  'bg-hue-4',
  'bg-hue-5',
  'bg-hue-6',
  'bg-hue-7',
  'bg-hue-8',
] as const;
