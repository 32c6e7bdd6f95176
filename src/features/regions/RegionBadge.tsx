import { Check, Copy } from 'lucide-react';
import { groupedDigits } from '../../ui/groupedDigits.ts';
import { useCopy } from '../../ui/useCopy.ts';
import { useResults } from '../../ui/useResults.ts';
import type { CountedRegion } from './groupRegions.ts';

type Props = {
  region: CountedRegion;
  /** How many of the instances known here say that they are in it. */
  instances: number;
};

/** A region: its name within the provider, and its identifier, which a click copies. */
export function RegionBadge({ region, instances }: Props) {
  const { state, copy } = useCopy();
  const { show } = useResults();
  const Icon = state === 'copied' ? Check : Copy;

  async function copyIdentifier() {
    const copied = await copy(region.identifier);
    show({
      id: 'copy-region',
      content: copied ? `Copied ${region.identifier}.` : `${region.identifier} could not be copied.`,
      passing: true,
    });
  }

  return (
    <button
      type="button"
      onClick={copyIdentifier}
      title={`Copy ${region.identifier}`}
      className="group flex size-full items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-left hover:border-line-strong compact:py-1"
    >
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium wrap-anywhere">{region.name === '' ? '(empty)' : region.name}</bdi>
        <bdi className="block font-mono text-small wrap-anywhere text-muted">{region.identifier}</bdi>
        {(instances > 0 || region.times > 1) && (
          <span className="mt-1 block text-small text-muted compact:mt-0">
            {[
              instances > 0 && `${groupedDigits(instances)} of your instances here`,
              region.times > 1 && `listed ${region.times} times`,
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
