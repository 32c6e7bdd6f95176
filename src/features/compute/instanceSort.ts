import { type ColumnOrder, columnOrder } from './columnOrder.ts';
import type { InstanceRow } from './InstanceRow.ts';
import { keptPlaces } from './keptPlaces.ts';
import type { SortColumn } from './sortKeys.ts';
import { thinnedOrder } from './thinnedOrder.ts';

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

// One list is on screen at a time; orders of older ones would only hold memory.
let current: {
  rows: readonly InstanceRow[];
  orders: Map<SortColumn, ColumnOrder>;
  latest: SortColumn;
} | null = null;

function orderOf(rows: readonly InstanceRow[], column: SortColumn): ColumnOrder {
  if (current?.rows !== rows) current = { rows, orders: keptOrders(rows), latest: column };
  current.latest = column;
  const known = current.orders.get(column);
  if (known !== undefined) return known;
  const order = columnOrder(rows, column);
  current.orders.set(column, order);
  return order;
}

/** The order on screen, without the rows taken out since; others are worked out anew when they are asked for. */
function keptOrders(rows: readonly InstanceRow[]): Map<SortColumn, ColumnOrder> {
  const orders = new Map<SortColumn, ColumnOrder>();
  const order = current?.orders.get(current.latest);
  const kept = current === null || order === undefined ? null : keptPlaces(current.rows, rows);
  if (current !== null && order !== undefined && kept !== null)
    orders.set(current.latest, thinnedOrder(order, kept));
  return orders;
}
