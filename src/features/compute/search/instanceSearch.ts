import type { InstanceRow } from '../instances/InstanceRow.ts';
import { foldedText } from './foldedText.ts';
import { haystackOf } from './haystackOf.ts';
import { keptPlaces } from './keptPlaces.ts';

type Index = {
  rows: readonly InstanceRow[];
  haystacks: readonly string[];
  last: { words: readonly string[]; places: Uint32Array; matching: readonly InstanceRow[] } | null;
};

/**
 * The rows in which every word of the query occurs, in the order given: in the name, id, database, API host or
 * database host, whatever the case. A blank query gives the very list that came in.
 * What was worked out about the latest list is kept, so pass the same array again for the next query.
 */
export function instanceSearch(rows: readonly InstanceRow[], query: string): readonly InstanceRow[] {
  const words = foldedText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const index = indexOf(rows);
  const { last } = index;
  if (last !== null && last.words.join(' ') === words.join(' ')) return last.matching;
  const places = placesOf(index, words);
  const matching = Array.from(places, (place) => rows[place]).filter((row) => row !== undefined);
  index.last = { words, places, matching };
  return matching;
}

// One list is on screen at a time; an older index would only hold memory.
let current: Index | null = null;

function indexOf(rows: readonly InstanceRow[]): Index {
  if (current?.rows === rows) return current;
  const kept = current === null ? null : keptPlaces(current.rows, rows);
  const known = current?.haystacks;
  const haystacks =
    kept === null || known === undefined
      ? rows.map((row) => haystackOf(row))
      : Array.from(kept, (place) => known[place] ?? '');
  current = { rows, haystacks, last: null };
  return current;
}

function placesOf(index: Index, words: readonly string[]): Uint32Array {
  const { haystacks, last } = index;
  const isNarrower = last?.words.every((before) => words.some((word) => word.includes(before))) ?? false;
  const candidates = isNarrower ? last?.places : undefined;
  const count = candidates?.length ?? haystacks.length;
  const places = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < count; at += 1) {
    const place = candidates?.[at] ?? at;
    if (!holdsAll(haystacks[place] ?? '', words)) continue;
    places[found] = place;
    found += 1;
  }
  return places.subarray(0, found);
}

function holdsAll(haystack: string, words: readonly string[]): boolean {
  for (const word of words) if (!haystack.includes(word)) return false;
  return true;
}
