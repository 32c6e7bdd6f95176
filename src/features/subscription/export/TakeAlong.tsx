import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import { useResults } from '../../../ui/useResults.ts';
import type { TakenHistory } from './TakenHistory.ts';

/** Takes what the filter shows along: as CSV, as JSON, on paper. */
export function TakeAlong({ taken }: { taken: TakenHistory }) {
  const { show } = useResults();
  const [busy, setBusy] = useState(false);

  async function save(format: 'csv' | 'json') {
    if (busy) return;
    setBusy(true);
    try {
      const { exportHistory } = await import('./exportHistory.ts');
      const name = await exportHistory(taken, format);
      const count = taken.entries.length;
      const records = `${groupedDigits(count)} ${count === 1 ? 'record' : 'records'}`;
      show({ id: 'export-history', content: `Saved ${records} as ${name}.`, passing: true });
    } catch {
      show({ id: 'export-history', content: 'The export could not be made. Reload the page and try again.' });
    }
    setBusy(false);
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Download size={16} aria-hidden="true" />}
        aria-disabled={busy}
        onClick={() => void save('csv')}
      >
        Export CSV
      </Button>
      <Button
        icon={<Download size={16} aria-hidden="true" />}
        aria-disabled={busy}
        onClick={() => void save('json')}
      >
        Export JSON
      </Button>
      <Button icon={<Printer size={16} aria-hidden="true" />} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
