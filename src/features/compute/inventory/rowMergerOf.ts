import type { ComputeInstance } from '../../../api/decodeInstance.ts';
import { createRowMerger } from './createRowMerger.ts';

type RowMerger = ReturnType<typeof createRowMerger>;

// Held by the lists themselves: it goes when they are forgotten.
const mergers = new WeakMap<readonly ComputeInstance[], RowMerger>();

/**
 * What merges these lists: the one that merged one of them before, if it was on another visit to the page. To merge
 * 100 000 rows anew for each visit would be felt.
 */
export function rowMergerOf(lists: readonly (readonly ComputeInstance[])[]): RowMerger {
  const before = lists.find((list) => mergers.has(list));
  const merger = (before && mergers.get(before)) ?? createRowMerger();
  for (const list of lists) mergers.set(list, merger);
  return merger;
}
