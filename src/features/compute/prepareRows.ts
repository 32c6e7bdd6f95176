import { keepColumnKeys } from './columnKeys.ts';
import { haystackOf } from './haystackOf.ts';
import type { InstanceRow } from './InstanceRow.ts';
import { type SortColumn, sortKeys } from './sortKeys.ts';

/** Dear ones first: texts that differ from row to row. */
const columns: readonly SortColumn[] = ['name', 'created', 'apiHost', 'status', 'databaseName', 'region'];
const rowsAtOnce = 100;

/** Works out beforehand what searching and sorting a long list need, a hundred rows at each step. */
export function* prepareRows(rows: readonly InstanceRow[]): Generator<void> {
  for (const [at, row] of rows.entries()) {
    haystackOf(row);
    if (at % rowsAtOnce === 0) yield;
  }
  for (const column of columns) {
    const keys: (string | null)[] = [];
    for (const [at, row] of rows.entries()) {
      keys.push(sortKeys[column](row));
      if (at % rowsAtOnce === 0) yield;
    }
    keepColumnKeys(rows, column, keys);
  }
}
