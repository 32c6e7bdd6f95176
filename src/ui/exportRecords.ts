import { toCsv } from './csv.ts';

/**
 * Writes rows as texts to save, in the order given, by one description of their fields: `json` is an array with one object
 * a line, `csv` is RFC 4180 with a header, safe to open in a spreadsheet. What is not known is null in JSON and an empty
 * cell in CSV; what is no text stands in a cell as JSON.
 * @param fields what each field holds, by its name, in their order
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
