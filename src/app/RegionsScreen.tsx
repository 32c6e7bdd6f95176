import { useMemo } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { useInstances } from '../features/compute/useInstances.ts';
import { RegionsPage } from '../features/regions/RegionsPage.tsx';

/** Regions, with what Compute has read of the same workspace: rooms don't visit each other, so they meet here. */
export function RegionsScreen({ config }: { config: ConsoleConfig }) {
  const { rows } = useInstances(config, { reads: false });
  const instancesIn = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { record } of rows)
      if (record?.region != null) counts.set(record.region, (counts.get(record.region) ?? 0) + 1);
    return counts;
  }, [rows]);
  return <RegionsPage instancesIn={instancesIn} />;
}
