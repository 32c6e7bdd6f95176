import Papa from 'papaparse';

/**
 * Formats rows as CSV (RFC 4180, with CRLF after every row). An apostrophe is put before every formula. Depending on the
 * locale, spreadsheets also split cells at `;`, tab or `|` and ignore quotes then, so a formula after one of these, after
 * a line break or after blanks and quotes counts too.
 * @param rows the header first; an empty list gives an empty text
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(
    rows.map((row) => row.map(guarded)),
    { newline: '\r\n', quotes: isGuarded },
  )}\r\n`;
}

/** Returns a cell without the apostrophes that `toCsv` has added. */
export function unguarded(cell: string): string {
  return cell.replace(guardedBlank, '').replace(guardedFormula, '$1');
}

function guarded(cell: string): string {
  return cell.replace(blankStart, "'").replace(formula, "$1'");
}

// Formulas that already had an apostrophe get another one, so that `unguarded` removes exactly what was added.
const formula = /((?:^|[;|\t\r\n])(?:[^\S\t\r\n]|")*)(?='*[=+\-@＝＋－＠])/g;
const guardedFormula = /((?:^|[;|\t\r\n])(?:[^\S\t\r\n]|")*)'(?='*[=+\-@＝＋－＠])/g;
const blankStart = /^(?='*[\t\r\n])/;
const guardedBlank = /^'(?='*[\t\r\n])/;

function isGuarded(cell: unknown): boolean {
  return typeof cell === 'string' && cell !== unguarded(cell);
}
