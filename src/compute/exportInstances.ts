import type { InstanceRow } from '../deletion/instanceRow.ts';
import { toCsv } from '../ui/csv.ts';
import { type FileFormat, saveFile } from '../ui/saveFile.ts';
import { columns } from './columns.tsx';

const exportedColumns = Object.assign({}, ...columns.map(({ meta }) => meta?.exported)) as Record<
  string,
  NonNullable<NonNullable<(typeof columns)[number]['meta']>['exported']>[string]
>;

/** Downloads rows as a file and returns its name. "Add instances" can read the file again. */
export function exportInstances(rows: readonly InstanceRow[], workspace: string, format: FileFormat): string {
  return saveFile(['instances', workspace], format, formatInstances(rows, format));
}

export function formatInstances(rows: readonly InstanceRow[], format: FileFormat): string {
  const fields = Object.entries(exportedColumns);
  const records = rows.map((row) => fields.map(([name, read]) => [name, read(row) ?? null] as const));
  if (format === 'json')
    return `${JSON.stringify(
      records.map((record) => Object.fromEntries(record)),
      null,
      2,
    )}\n`;
  return toCsv([fields.map(([name]) => name), ...records.map((record) => record.map(([, value]) => value))]);
}
