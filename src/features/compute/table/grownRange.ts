/** Indices of rows that follow each other: from the first to before the last. */
export type RowRange = { from: number; to: number };

/**
 * What is drawn next on the way from what is drawn to what is wanted: rows no longer wanted go, and at most `most` come,
 * those in sight before those around them. What is drawn stays in one piece.
 * @param sight the part of `wanted` that can be seen
 */
export function grownRange(drawn: RowRange, wanted: RowRange, sight: RowRange, most: number): RowRange {
  let from = Math.max(drawn.from, wanted.from);
  let to = Math.min(drawn.to, wanted.to);
  // Of what was drawn nothing is wanted any more: begun anew, from the top of what can be seen.
  if (from >= to) from = to = sight.from;
  let left = most;
  for (const goal of [sight, wanted]) {
    const below = clamp(goal.to - to, left);
    to += below;
    left -= below;
    const above = clamp(from - goal.from, left);
    from -= above;
    left -= above;
  }
  return { from, to };
}

function clamp(rows: number, left: number): number {
  return Math.min(Math.max(rows, 0), left);
}
