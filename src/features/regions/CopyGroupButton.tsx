import { Check, Copy } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { groupedDigits } from '../../ui/groupedDigits.ts';
import { useCopy } from '../../ui/useCopy.ts';
import { useResults } from '../../ui/useResults.ts';
import type { RegionGroup } from './groupRegions.ts';

/** Copies every identifier of a group that is shown, one a line. */
export function CopyGroupButton({ regions, providerPrefix }: RegionGroup) {
  const { state, copy } = useCopy();
  const { show } = useResults();
  const Icon = state === 'copied' ? Check : Copy;
  const count = `${groupedDigits(regions.length)} ${regions.length === 1 ? 'region' : 'regions'}`;

  async function copyAll() {
    const copied = await copy(regions.map(({ identifier }) => identifier).join('\n'));
    const content = copied ? `Copied ${count}, one a line.` : `${count} could not be copied.`;
    show({ id: 'copy-region', content, passing: true });
  }

  return (
    <Button
      look="quiet"
      size="small"
      icon={<Icon size={14} aria-hidden="true" />}
      aria-label={`Copy all, ${count} of ${providerPrefix ?? 'other identifiers'}`}
      onClick={() => void copyAll()}
    >
      Copy all
    </Button>
  );
}
