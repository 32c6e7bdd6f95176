import { RefreshCw } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { formatInstant } from '../../../ui/formatInstant.ts';
import { useZone } from '../../../ui/useZone.ts';
import type { DatabaseRead } from './useInstances.ts';

/** Reads the listing again, and says how old the oldest part of what is shown is. */
export function RefreshButton({ reads }: { reads: readonly DatabaseRead[] }) {
  const zone = useZone();
  const times = reads.map(({ read }) => read.dataUpdatedAt).filter((at) => at > 0);
  if (reads.length === 0) return null;
  const fetching = reads.some(({ read }) => read.isFetching);
  return (
    <>
      {times.length > 0 && (
        <span className="text-small text-muted max-md:w-full">
          Updated {formatInstant(Math.min(...times), zone).split(', ')[1]}
        </span>
      )}
      <Button
        icon={<RefreshCw size={16} aria-hidden="true" className={fetching ? 'animate-spin' : ''} />}
        aria-disabled={fetching}
        onClick={() => {
          if (!fetching) for (const { read } of reads) void read.refetch();
        }}
      >
        <span className="max-lg:sr-only">Refresh</span>
      </Button>
    </>
  );
}
