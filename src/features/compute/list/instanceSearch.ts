import type { InstanceRow } from '../instanceRow.ts';
import { columns } from './columns.tsx';

/** A text as a search compares it: in lower case, and accents in one form (NFC) however they were typed. */
export function foldedText(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/** The words of a search, each of which has to occur somewhere in a row. */
export function searchWords(query: string): string[] {
  return foldedText(query).split(/\s+/).filter(Boolean);
}

const searched = columns.flatMap(({ search }) => search ?? []);

/** What a search looks through for one row, folded: name, id, database and hosts, as the columns say. */
export function searchText(row: InstanceRow): string {
  // A line break keeps the fields apart: no word of a search holds one.
  return foldedText(searched.flatMap((textsOf) => textsOf(row)).join('\n'));
}

/** Whether every word occurs in what the search looks through. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** The first rows that a search finds, in the order given, at most `limit` of them; none without a word. */
export function findInstances(rows: readonly InstanceRow[], query: string, limit: number): InstanceRow[] {
  const words = searchWords(query);
  const found: InstanceRow[] = [];
  if (words.length === 0) return found;
  for (const row of rows) {
    if (holdsAll(searchText(row), words)) found.push(row);
    if (found.length === limit) break;
  }
  return found;
}
