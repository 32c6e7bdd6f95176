import type { InstanceRow } from '../instances/InstanceRow.ts';
import { type ColumnOrder, columnOrder } from './columnOrder.ts';
import { columnOrders } from './columnOrders.ts';
import { comparedOrder } from './comparedOrder.ts';
import { type SortColumn, sortKeys } from './sortKeys.ts';

export type SortDirection = 'ascending' | 'descending';

/**
 * The rows by one column: texts in natural order, dates by their moment, `false` before `true`. Rows without a value
 * come last in both directions, and rows of equal value keep the order given.
 * The orders of the latest list are kept: sorting it again, turning it round or taking rows out costs little.
 */
export function instanceSort(
  rows: readonly InstanceRow[],
  column: SortColumn,
  direction: SortDirection,
): readonly InstanceRow[] {
  const { places, isTie, known } = orderOf(rows, column);
  const sorted: InstanceRow[] = [];
  function take(from: number, to: number) {
    for (let at = from; at < to; at += 1) {
      const row = rows[places[at] ?? 0];
      if (row !== undefined) sorted.push(row);
    }
  }
  if (direction === 'ascending') take(0, known);
  for (let to = known; direction === 'descending' && to > 0; ) {
    let from = to - 1;
    while (isTie[from] === 1) from -= 1;
    take(from, to);
    to = from;
  }
  take(known, rows.length);
  return sorted;
}

function orderOf(rows: readonly InstanceRow[], column: SortColumn): ColumnOrder {
  const orders = columnOrders(rows);
  orders.latest = column;
  const known = orders.byColumn.get(column);
  if (known !== undefined) return known;
  const order = columnOrder(rows.map(sortKeys[column]), comparedOrder);
  orders.byColumn.set(column, order);
  return order;
}
