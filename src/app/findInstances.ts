import type { InstanceRow } from '../features/compute/instances/InstanceRow.ts';

/** The first rows whose label, id or database holds every word of the search, at most `limit` of them. */
export function findInstances(rows: readonly InstanceRow[], search: string, limit: number): InstanceRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found: InstanceRow[] = [];
  if (words.length === 0) return found;
  for (const row of rows) {
    const text = `${row.label} ${row.id ?? ''} ${row.databaseName}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    found.push(row);
    if (found.length >= limit) break;
  }
  return found;
}
