import { dataColumns } from './columns.tsx';
import type { InstanceRow } from './instanceRow.ts';
import type { TableView } from './tableView.ts';

/** Returns a text in lower case and Unicode form NFC, so that texts can be compared. */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

/** Returns the words of a search text. A row matches if it contains every word. */
export function searchWords(query: string): string[] {
  return foldText(query).split(/\s+/).filter(Boolean);
}

/** The search text of each row, cached because `foldText` is slow and each key press searches every row. */
const searchTexts = new WeakMap<InstanceRow, string>();

/** Returns the name, ID, database and hosts of a row in one text, changed by `foldText`. */
export function searchText(row: InstanceRow): string {
  const cachedText = searchTexts.get(row);
  if (cachedText !== undefined) return cachedText;
  // Join with line breaks. A search word contains no line break, so it can't match across two fields.
  let joinedFields = '';
  for (const { meta } of dataColumns)
    for (const value of meta.searchedTexts?.(row) ?? []) joinedFields += `${value ?? ''}\n`;
  const newText = foldText(joinedFields);
  searchTexts.set(row, newText);
  return newText;
}

export function hasAllWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Returns the rows that match every search word and every filter. An empty list of databases shows all databases. */
export function filterInstances(
  rows: readonly InstanceRow[],
  { search, databases, status }: Pick<TableView, 'search' | 'databases' | 'status'>,
): readonly InstanceRow[] {
  const words = searchWords(search);
  if (words.length === 0 && databases.length === 0 && status === null) return rows;
  return rows.filter(
    (row) =>
      (databases.length === 0 || databases.includes(row.databaseName)) &&
      (status === null || row.record?.status === status) &&
      hasAllWords(searchText(row), words),
  );
}

/** Returns the first rows that match a search, at most `limit`. A search without words matches nothing. */
export function findInstances(rows: readonly InstanceRow[], query: string, limit: number): InstanceRow[] {
  const words = searchWords(query);
  const foundRows: InstanceRow[] = [];
  if (words.length === 0) return foundRows;
  for (const row of rows) {
    if (hasAllWords(searchText(row), words)) foundRows.push(row);
    if (foundRows.length === limit) break;
  }
  return foundRows;
}
