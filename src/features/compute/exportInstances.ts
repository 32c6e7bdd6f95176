import { toCsv } from '../../ui/csv.ts';
import { columns, type Exported } from './columns.tsx';
import type { InstanceRow } from './instanceRow.ts';

/**
 * Rows as texts to save, in the order given: `json` is an array with one object a line, `csv` is RFC 4180 with a header, safe to
 * open in a spreadsheet. Both can be imported again; what is not known is null in JSON and an empty cell in CSV. A date
 * names its zone (UTC where the service named none), and what is no date says so.
 */
export const exportInstances = {
  json(rows: readonly InstanceRow[]): string {
    const records = rows.map((row) => JSON.stringify(fieldsOf(row)));
    return records.length === 0 ? '[]\n' : `[\n${records.join(',\n')}\n]\n`;
  },
  csv(rows: readonly InstanceRow[]): string {
    return toCsv([Object.keys(fields), ...rows.map((row) => Object.values(fieldsOf(row)).map(cell))]);
  },
};

/** The database first, then what the columns say; each field under its name. */
const fields: Record<string, (row: InstanceRow) => Exported> = Object.assign(
  { database: ({ databaseName }: InstanceRow) => databaseName },
  ...columns.map(({ exported }) => exported),
);

function fieldsOf(row: InstanceRow): Record<string, Exported> {
  return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of(row)]));
}

function cell(value: Exported): string {
  return value === null ? '' : String(value);
}
