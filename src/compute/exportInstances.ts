import { toCsv } from '../rules/csv.ts';
import type { InstanceRow } from './instanceRow.ts';

const recordFields = ['status', 'region', 'created', 'apiHost', 'dbHost', 'expandable', 'sharded'] as const;

export function formatInstances(rows: readonly InstanceRow[]): string {
  const header = ['id', 'name', 'database', ...recordFields];
  const lines = rows.map(({ id, name, databaseName, record }) => {
    const fields = recordFields.map((field) => record?.[field] ?? null);
    return [id, name, databaseName, ...fields];
  });
  return toCsv([header, ...lines]);
}
