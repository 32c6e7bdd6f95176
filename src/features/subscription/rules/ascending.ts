/**
 * Moments in ms, ascending, in the very array that came. Most come in order already, and to sort 100 000 again would be
 * felt.
 */
export function ascending(moments: Float64Array): Float64Array {
  for (let at = 1; at < moments.length; at += 1)
    if ((moments[at] ?? 0) < (moments[at - 1] ?? 0)) return moments.sort();
  return moments;
}
