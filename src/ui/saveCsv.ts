import type { CsvCell } from '../rules/csv.ts';
import { toast } from './toasts.tsx';

/** Browsers replace characters that file names can't have. */
export async function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): Promise<void> {
  try {
    const { toCsv } = await import('../rules/csv.ts');
    // Excel may need a byte-order mark to read UTF-8.
    const file = new Blob(['\uFEFF', toCsv(rows)], { type: 'text/csv;charset=utf-8' });
    const url = URL.createObjectURL(file);
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    // The browser may start the download later, so free the memory after a minute.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    toast({ name, text: ' saved' });
  } catch {
    const text = "Couldn't export. Check your connection and try again, or reload the page.";
    toast({ tone: 'danger', text });
  }
}
