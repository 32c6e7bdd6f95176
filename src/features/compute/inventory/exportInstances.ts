import { toCsv } from '../../../ui/toCsv.ts';
import type { InstanceRow } from '../instances/InstanceRow.ts';

/**
 * Rows as texts to save, in the order given: `json` is an array with one object a line, `csv` is RFC 4180 with a header, safe to
 * open in a spreadsheet. Both can be imported again; what is not known is null in JSON and an empty cell in CSV.
 */
export const exportInstances = {
  json(rows: readonly InstanceRow[]): string {
    const records = rows.map((row) => JSON.stringify(fieldsOf(row)));
    return records.length === 0 ? '[]\n' : `[\n${records.join(',\n')}\n]\n`;
  },
  csv(rows: readonly InstanceRow[]): string {
    return toCsv([header, ...rows.map((row) => Object.values(fieldsOf(row)).map(cell))]);
  },
};

const header = [
  'database',
  'id',
  'name',
  'status',
  'region',
  'created',
  'apiHost',
  'dbHost',
  'expandable',
  'sharded',
];

function fieldsOf({ databaseName, id, name, record }: InstanceRow) {
  return {
    database: databaseName,
    id,
    name,
    status: record?.status ?? null,
    region: record?.region ?? null,
    created: record?.created ?? null,
    apiHost: record?.apiHost ?? null,
    dbHost: record?.dbHost ?? null,
    expandable: record?.expandable ?? null,
    sharded: record?.sharded ?? null,
  };
}

function cell(value: string | boolean | null): string {
  return value === null ? '' : String(value);
}
