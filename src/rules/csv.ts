import Papa from 'papaparse';

/** null is an empty cell. Only texts are escaped, so a negative number stays one. */
export type CsvCell = string | number | boolean | null;

/** A text that a spreadsheet could run as a formula, also after spaces or in full-width form. */
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/;

/** RFC 4180. Formulas get an apostrophe. Some programs divide at `;` or tabs: https://github.com/OWASP/www-community/issues/443 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(
    rows.map((row) => [...row]),
    { newline: '\r\n', escapeFormulae: formula, quotes: (cell: CsvCell) => /[;\t]/.test(String(cell)) },
  )}\r\n`;
}
