import type { InstanceRow } from './InstanceRow.ts';
import { keyPlaces } from './keyPlaces.ts';

/**
 * Where the row with a key stands in a list, or -1. Several parts of a page ask the same of a list that has changed, and
 * each look through 100 000 rows would be felt.
 */
export function indexOfKey(rows: readonly InstanceRow[], key: string): number {
  const places = keyPlaces(rows);
  const at = places.get(key) ?? rows.findIndex((row) => row.key === key);
  places.set(key, at);
  return at;
}
