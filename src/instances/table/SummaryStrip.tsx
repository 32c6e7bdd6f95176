import { useDeferredValue, useEffect, useState } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import type { InstanceRow } from '../instanceRow.ts';

const SummaryCharts = lazyComponent(async () => (await import('./SummaryCharts.tsx')).SummaryCharts);

/** Its code loads after the first rows, and its height is reserved. The table works without it. */
export function SummaryStrip({ rows }: { rows: readonly InstanceRow[] }) {
  const [isLoaded, setLoaded] = useState(false);
  const shownRows = useDeferredValue(rows);
  const hasRows = shownRows.length > 0;
  useEffect(() => {
    if (!hasRows) return;
    SummaryCharts.preload().then(
      () => setLoaded(true),
      () => undefined,
    );
  }, [hasRows]);
  return (
    <div className="@container mb-3.5 print:hidden">
      {/* Two lines of names fit where the columns are narrow. More of them make it higher. */}
      <div className="grid min-h-23 grid-cols-[1.25fr_1fr_1fr] divide-x divide-line rounded-card border border-line bg-surface @max-[70rem]:min-h-26.5 @max-2xl:min-h-9 @max-2xl:grid-cols-1 @max-2xl:divide-x-0 @max-2xl:border-0 @max-2xl:bg-transparent">
        {isLoaded && hasRows && <SummaryCharts rows={shownRows} />}
      </div>
    </div>
  );
}
