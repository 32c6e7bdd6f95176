import type { InstanceRow } from './InstanceRow.ts';
import { type SortColumn, sortKeys } from './sortKeys.ts';

export type ColumnKeys = readonly (string | null)[];

/** What a list is sorted by in one column, row by row; worked out now unless that was done in an idle moment. */
export function columnKeys(rows: readonly InstanceRow[], column: SortColumn): ColumnKeys {
  const known = current?.rows === rows ? current.keys.get(column) : undefined;
  return known ?? rows.map(sortKeys[column]);
}

/** Keeps what was worked out for the latest list; that of an older one would only hold memory. */
export function keepColumnKeys(rows: readonly InstanceRow[], column: SortColumn, keys: ColumnKeys): void {
  if (current?.rows !== rows) current = { rows, keys: new Map() };
  current.keys.set(column, keys);
}

let current: { rows: readonly InstanceRow[]; keys: Map<SortColumn, ColumnKeys> } | null = null;
