import { isoInZone } from '../../../ui/isoInZone.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { runInSlices } from '../rules/runInSlices.ts';
import { csvSteps } from './csvSteps.ts';
import { jsonSteps } from './jsonSteps.ts';
import type { TakenHistory } from './TakenHistory.ts';

/** Saves the records a filter shows, all of them, as a file. Gives the name of the file. */
export async function exportHistory(taken: TakenHistory, format: 'csv' | 'json'): Promise<string> {
  const slug = taken.workspaceSlug.replace(/[^\w.-]+/g, '_').slice(0, 80);
  const name = `subscription-history-${slug}-${isoInZone(taken.now, taken.zone).slice(0, 10)}.${format}`;
  if (format === 'csv') {
    // Without the mark, spreadsheets take UTF-8 for something else.
    const parts = await runInSlices(csvSteps(taken));
    saveFile(name, 'text/csv;charset=utf-8', ['\uFEFF', ...parts]);
  } else saveFile(name, 'application/json', await runInSlices(jsonSteps(taken)));
  return name;
}
