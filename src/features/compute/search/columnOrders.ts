import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { ColumnOrder } from './columnOrder.ts';
import { keptPlaces } from './keptPlaces.ts';
import type { SortColumn } from './sortKeys.ts';
import { thinnedOrder } from './thinnedOrder.ts';

type ListOrders = {
  rows: readonly InstanceRow[];
  byColumn: Map<SortColumn, ColumnOrder>;
  /** The column on screen. */
  latest: SortColumn | null;
};

/**
 * The orders that are known of a list. Of the list before, the one on screen is taken over without the rows that were
 * taken out since; the others are worked out anew when they are asked for.
 */
export function columnOrders(rows: readonly InstanceRow[]): ListOrders {
  if (current?.rows === rows) return current;
  const before = current;
  current = { rows, byColumn: new Map(), latest: before?.latest ?? null };
  const order = before?.latest && before.byColumn.get(before.latest);
  const kept = before && order ? keptPlaces(before.rows, rows) : null;
  if (before?.latest && order && kept !== null)
    current.byColumn.set(before.latest, thinnedOrder(order, kept));
  return current;
}

// One list is on screen at a time; orders of older ones would only hold memory.
let current: ListOrders | null = null;
