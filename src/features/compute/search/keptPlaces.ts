import type { InstanceRow } from '../instances/InstanceRow.ts';

/**
 * Where each row of a shorter list stood in an earlier one, if it is the earlier one with rows taken out; else null.
 * This is what a deletion does to 100 000 rows, and it lets what was worked out about them be kept.
 */
export function keptPlaces(earlier: readonly InstanceRow[], now: readonly InstanceRow[]): Uint32Array | null {
  if (now.length > earlier.length) return null;
  const places = new Uint32Array(now.length);
  let found = 0;
  for (let place = 0; place < earlier.length && found < now.length; place += 1) {
    if (!isSameRow(earlier[place], now[found])) continue;
    places[found] = place;
    found += 1;
  }
  return found === now.length ? places : null;
}

function isSameRow(one: InstanceRow | undefined, other: InstanceRow | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  return (
    one.record === other.record &&
    one.key === other.key &&
    one.name === other.name &&
    one.label === other.label &&
    one.source === other.source
  );
}
