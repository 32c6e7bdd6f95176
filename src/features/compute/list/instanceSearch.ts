import type { InstanceRow } from '../instanceRow.ts';
import { dataColumns } from './columns.tsx';

/** Folds a text for comparison: lower case, and one Unicode form (NFC) for accents. */
export function foldedText(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

/** Returns the words of a search. Each of them has to occur in a row. */
export function searchWords(query: string): string[] {
  return foldedText(query).split(/\s+/).filter(Boolean);
}

/** Folding is slow, and a search runs over every row with each key. */
const searchTexts = new WeakMap<InstanceRow, string>();

/** Returns the text that a search looks in: the name, ID, database and hosts of a row, folded. */
export function searchText(row: InstanceRow): string {
  const cachedText = searchTexts.get(row);
  if (cachedText !== undefined) return cachedText;
  // No word contains a line break, so no word matches across two fields.
  const text = foldedText(dataColumns.flatMap(({ meta }) => meta.searched?.(row) ?? []).join('\n'));
  searchTexts.set(row, text);
  return text;
}

/** Returns true if every word occurs in a text. */
export function hasAllWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Returns the first rows that match a search, at most `limit`. A search without words matches nothing. */
export function findInstances(rows: readonly InstanceRow[], query: string, limit: number): InstanceRow[] {
  const words = searchWords(query);
  const found: InstanceRow[] = [];
  if (words.length === 0) return found;
  for (const row of rows) {
    if (hasAllWords(searchText(row), words)) found.push(row);
    if (found.length === limit) break;
  }
  return found;
}
