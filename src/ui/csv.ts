import Papa from 'papaparse';

/**
 * Rows of cells as CSV text (RFC 4180, CRLF after every row, the last one too), to be saved by `saveFile`.
 * Spreadsheets of half of the world split at `;`, some at tab or `|`, and take quotes in the middle of what they split
 * off as they stand: so one apostrophe is put before a formula wherever any of them, or a line break, could begin a
 * cell, behind blanks and quotes too.
 * @param rows the header first; an empty list gives an empty text
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(
    rows.map((row) => row.map(guarded)),
    { newline: '\r\n', quotes: isGuarded },
  )}\r\n`;
}

/** A cell as it was before `toCsv` put its apostrophes in. */
export function unguarded(cell: string): string {
  return cell.replace(guardedBlank, '').replace(guardedFormula, '$1');
}

function guarded(cell: string): string {
  return cell.replace(blankStart, "'").replace(formula, "$1'");
}

// Apostrophes that stood there already are counted in: then a reader can take off exactly the one that was put on.
const formula = /((?:^|[;|\t\r\n])(?:[^\S\t\r\n]|")*)(?='*[=+\-@＝＋－＠])/g;
const guardedFormula = /((?:^|[;|\t\r\n])(?:[^\S\t\r\n]|")*)'(?='*[=+\-@＝＋－＠])/g;
const blankStart = /^(?='*[\t\r\n])/;
const guardedBlank = /^'(?='*[\t\r\n])/;

function isGuarded(cell: unknown): boolean {
  return typeof cell === 'string' && cell !== unguarded(cell);
}
