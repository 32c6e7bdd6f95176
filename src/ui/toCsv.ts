import Papa from 'papaparse';
import { csvFormula } from './csvFormula.ts';

/**
 * Rows of cells as CSV text (RFC 4180, CRLF after every row, the last one too). Cells that a spreadsheet would run
 * as a formula are prefixed by one apostrophe. To be saved as UTF-8; no byte order mark is added.
 * @param rows the header first; an empty list gives an empty text
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => [...row]);
  return `${Papa.unparse(cells, { newline: '\r\n', escapeFormulae: csvFormula })}\r\n`;
}
