import Papa from 'papaparse';

/**
 * Returns functions that write rows as text: `json` is an array with one object per line, `csv` has a header and is safe to
 * open in a spreadsheet. Missing values are null in JSON and empty in CSV. Values other than text are JSON in CSV cells.
 * @param fields returns the value of each field, by field name, in the order of the columns
 */
export function recordWriter<Row>(fields: Record<string, (row: Row) => unknown>) {
  function recordOf(row: Row): Record<string, unknown> {
    return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of(row) ?? null]));
  }
  return {
    json(rows: readonly Row[]): string {
      const records = rows.map((row) => JSON.stringify(recordOf(row)));
      return records.length === 0 ? '[]\n' : `[\n${records.join(',\n')}\n]\n`;
    },
    csv: (rows: readonly Row[]): string =>
      toCsv([Object.keys(fields), ...rows.map((row) => Object.values(recordOf(row)).map(cell))]),
  };
}

function cell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

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
