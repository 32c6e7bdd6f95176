import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useExport } from '../../ui/exportFile.tsx';
import { useResults } from '../../ui/results.tsx';
import { counted } from '../../ui/words.ts';
import type { HistoryExport } from './exportHistory.ts';

/** Exports or prints what the filter shows. */
export function ExportButtons({ shown }: { shown: HistoryExport }) {
  const { show } = useResults();
  const run = useExport();
  const [busy, setBusy] = useState(false);

  async function save(format: 'csv' | 'json') {
    setBusy(true);
    await run(async () => {
      const { exportHistory } = await import('./exportHistory.ts');
      const name = exportHistory(shown, format);
      const content = `Saved ${counted(shown.entries.length, 'record')} as ${name}.`;
      show({ id: 'export-history', content, passing: true });
    });
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
