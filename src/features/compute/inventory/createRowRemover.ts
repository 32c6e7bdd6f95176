import type { InstanceRow } from '../instances/InstanceRow.ts';
import { indexOfKey } from '../instances/indexOfKey.ts';
import { keyPlaces } from '../instances/keyPlaces.ts';

type Removed = { left: ReadonlySet<string>; rest: readonly InstanceRow[] };

/** So many rows are taken out one by one; for more, each row is asked for. */
const few = 8;
const nothing: ReadonlySet<string> = new Set();

/**
 * Takes the rows out of a list that have left it. Row for row, as deletions come: to look up the keys of 100 000 rows
 * would be felt at each of them.
 * @returns what does it, given the whole list and all row keys that have left; the very same list where none is in it
 */
export function createRowRemover() {
  let whole: readonly InstanceRow[] | null = null;
  let before: Removed = { left: nothing, rest: [] };
  return (rows: readonly InstanceRow[], left: ReadonlySet<string>): readonly InstanceRow[] => {
    const known = whole === rows && isWithin(before.left, left) ? before : { left: nothing, rest: rows };
    const more = [...left].filter((key) => !known.left.has(key));
    const rest =
      more.length > few ? rows.filter(({ key }) => !left.has(key)) : more.reduce(without, known.rest);
    whole = rows;
    before = { left, rest };
    return rest;
  };
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((key) => all.has(key));
}

function without(rows: readonly InstanceRow[], key: string): readonly InstanceRow[] {
  const gone = rows[indexOfKey(rows, key)];
  if (gone === undefined) return rows;
  const rest = rows.filter((row) => row !== gone);
  // What has the focus, and its dialog, ask for it at once.
  keyPlaces(rest).set(key, -1);
  return rest;
}
