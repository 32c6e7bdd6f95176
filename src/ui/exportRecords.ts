import { toCsv } from './csv.ts';

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
