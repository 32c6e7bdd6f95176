import type { DeletionRow } from '../database/tables.ts';

/** The folded text of all that a search looks at. Lines keep a word from matching across two fields. */
export function toSearchText(
  row: Pick<DeletionRow, 'name' | 'instanceId' | 'databaseName' | 'actor' | 'reason'>,
): string {
  return [row.name ?? '', row.instanceId, row.databaseName, row.actor, row.reason].map(foldText).join('\n');
}

/** A pattern of SQL's LIKE per word. Each must match. */
export function toLikePatterns(search: string): string[] {
  const words = foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** Without case, accents and invisible characters. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}
