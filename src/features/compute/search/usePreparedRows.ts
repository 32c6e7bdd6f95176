import { useEffect } from 'react';
import type { InstanceRow } from '../instances/InstanceRow.ts';

/** Shorter lists are searched and sorted in no time. */
const long = 2000;
/** ms before that work begins. */
const restMs = 200;

/** Gets a long list ready while nothing else is to be done, so that its first search and its first sort answer at once. */
export function usePreparedRows(rows: readonly InstanceRow[]) {
  useEffect(() => {
    if (rows.length < long) return;
    const controller = new AbortController();
    // What changed the list has to be seen first: a task of the background can come before the next frame.
    const rest = setTimeout(() => prepare(rows, controller.signal), restMs);
    return () => {
      clearTimeout(rest);
      controller.abort();
    };
  }, [rows]);
}

function prepare(rows: readonly InstanceRow[], signal: AbortSignal) {
  // Where its code does not come, the first search and the first sort do the work themselves.
  import('./prepareInBackground.ts')
    .then(({ prepareInBackground }) => prepareInBackground(rows, signal))
    .catch(() => undefined);
}
