import type { InstanceRow } from '../instances/InstanceRow.ts';
import { columnOrder } from './columnOrder.ts';
import { columnOrders } from './columnOrders.ts';
import { haystackOf } from './haystackOf.ts';
import { sortedOrder } from './sortedOrder.ts';
import { type SortColumn, sortKeys } from './sortKeys.ts';

/** Dear ones first: texts that differ from row to row. */
const columns: readonly SortColumn[] = [
  'name',
  'created',
  'apiHost',
  'status',
  'databaseName',
  'region',
  'expandable',
  'sharded',
];
const rowsAtOnce = 100;

/** Works out beforehand what searching and sorting a long list need, in small steps. */
export function* prepareRows(rows: readonly InstanceRow[]): Generator<void> {
  for (const [at, row] of rows.entries()) {
    haystackOf(row);
    if (at % rowsAtOnce === 0) yield;
  }
  for (const column of columns) {
    if (columnOrders(rows).byColumn.has(column)) continue;
    const keys: (string | null)[] = [];
    for (const [at, row] of rows.entries()) {
      keys.push(sortKeys[column](row));
      if (at % rowsAtOnce === 0) yield;
    }
    const sorted = yield* sortedOrder(keys.filter((key) => key !== null));
    columnOrders(rows).byColumn.set(
      column,
      columnOrder(keys, () => sorted),
    );
    yield;
  }
}
