import type { InstanceRow } from './InstanceRow.ts';

const known = new WeakMap<readonly InstanceRow[], Map<string, number>>();

/** Where keys of a list were found to stand, by key; -1 for those known not to be in it. Held by the list itself. */
export function keyPlaces(rows: readonly InstanceRow[]): Map<string, number> {
  const places = known.get(rows) ?? new Map<string, number>();
  known.set(rows, places);
  return places;
}
