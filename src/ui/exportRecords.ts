import Papa from 'papaparse';

/**
 * Returns functions that format rows as JSON or CSV. A missing value becomes null in JSON and an empty cell in CSV.
 * @param fields functions that return the value of a field, by field name, in the order of the columns
 */
export function createRecordWriter<Row>(fields: Record<string, (row: Row) => unknown>) {
  function recordOf(row: Row): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, readValue]) => [name, readValue(row) ?? null]),
    );
  }
  return {
    json(rows: readonly Row[]): string {
      const records = rows.map((row) => JSON.stringify(recordOf(row)));
      return records.length === 0 ? '[]\n' : `[\n${records.join(',\n')}\n]\n`;
    },
    csv: (rows: readonly Row[]): string =>
      toCsv([Object.keys(fields), ...rows.map((row) => Object.values(recordOf(row)).map(toCell))]),
  };
}

function toCell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Formats rows as CSV (RFC 4180, with CRLF after every row). Puts an apostrophe before every formula, so that no spreadsheet
 * runs it. Without rows, returns an empty text.
 * @param rows the header first
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(
    rows.map((row) => row.map(addApostrophes)),
    { newline: '\r\n', quotes: hasAddedApostrophe },
  )}\r\n`;
}

/** Returns a cell without the apostrophes that `toCsv` has added. */
export function removeApostrophes(cell: string): string {
  return cell.replace(apostropheBeforeTabOrBreak, '').replace(apostropheBeforeFormula, '$1');
}

function addApostrophes(cell: string): string {
  return cell.replace(tabOrBreakAtStart, "'").replace(formula, "$1'");
}

// A formula can start inside a cell, because some spreadsheets ignore quotes and split cells at `;`, tabs or `|`. A formula
// after an apostrophe gets a second apostrophe, so that `removeApostrophes` restores the cell.
const formula = /((?:^|[;|\t\r\n])(?:[^\S\t\r\n]|")*)(?='*[=+\-@＝＋－＠])/g;
const apostropheBeforeFormula = /((?:^|[;|\t\r\n])(?:[^\S\t\r\n]|")*)'(?='*[=+\-@＝＋－＠])/g;
const tabOrBreakAtStart = /^(?='*[\t\r\n])/;
const apostropheBeforeTabOrBreak = /^'(?='*[\t\r\n])/;

function hasAddedApostrophe(cell: unknown): boolean {
  return typeof cell === 'string' && cell !== removeApostrophes(cell);
}
