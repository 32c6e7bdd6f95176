import type { ColumnOrder } from './columnOrder.ts';

/**
 * The order of a list from which rows were taken out, made from the order it had before.
 * @param kept the earlier places of the rows still there, ascending, as `keptPlaces` gives them
 */
export function thinnedOrder(order: ColumnOrder, kept: Uint32Array): ColumnOrder {
  const placeNow = new Int32Array(order.places.length).fill(-1);
  for (let now = 0; now < kept.length; now += 1) placeNow[kept[now] ?? 0] = now;
  const thin = { places: new Uint32Array(kept.length), isTie: new Uint8Array(kept.length), known: 0 };
  let count = 0;
  // Where the first of a run of equal values is gone, the next one that is still there starts the run.
  let isInRun = false;
  // By index: an iterator makes 100 000 pairs, and a deletion waits for this.
  for (let at = 0; at < order.places.length; at += 1) {
    if (order.isTie[at] === 0) isInRun = false;
    const now = placeNow[order.places[at] ?? 0] ?? -1;
    if (now === -1) continue;
    thin.places[count] = now;
    thin.isTie[count] = isInRun ? 1 : 0;
    isInRun = true;
    count += 1;
    if (at < order.known) thin.known = count;
  }
  return thin;
}
