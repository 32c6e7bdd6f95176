/** ms that a frame may take before fewer rows are drawn in it: well below the 50 ms that would be felt. */
const longFrame = 38;
/** ms; two frames at 60 Hz take longer. */
const shortFrame = 20;
const mostRows = 64;

/**
 * How many rows the next frame draws, by how long the frame took that drew as many: a fast machine soon draws all of
 * them at once, a slow one stays quick to answer.
 * @param frameMs from the beginning of that frame to the beginning of the next one, in ms
 */
export function nextPace(rows: number, frameMs: number): number {
  if (frameMs <= shortFrame) return Math.min(rows * 2, mostRows);
  if (frameMs <= longFrame) return rows;
  return Math.max(1, Math.floor((rows * longFrame) / frameMs));
}
