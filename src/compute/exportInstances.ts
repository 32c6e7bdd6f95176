import { toCsv } from '../rules/csv.ts';
import { type FileFormat, saveFile } from '../ui/ExportMenu.tsx';
import type { InstanceRow } from './instanceRow.ts';

export function exportInstances(rows: readonly InstanceRow[], workspace: string, format: FileFormat): string {
  return saveFile(['instances', workspace], format, formatInstances(rows, format));
}

const recordFields = ['status', 'region', 'created', 'apiHost', 'dbHost', 'expandable', 'sharded'] as const;

export function formatInstances(rows: readonly InstanceRow[], format: FileFormat): string {
  const header = ['id', 'name', 'database', ...recordFields];
  const lines = rows.map(({ id, name, databaseName, record }) => [
    ...[id, name, databaseName],
    ...recordFields.map((field) => record?.[field] ?? null),
  ]);
  if (format === 'csv') return toCsv([header, ...lines]);
  const records = lines.map((cells) => Object.fromEntries(cells.map((cell, index) => [header[index], cell])));
  return `${JSON.stringify(records, null, 2)}\n`;
}
