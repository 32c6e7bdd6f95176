import { useEffect } from 'react';
import type { InstanceRow } from './InstanceRow.ts';
import { prepareRows } from './prepareRows.ts';

/** Shorter lists are searched and sorted in no time. */
const long = 2000;
/** ms of work in one idle moment; a key pressed meanwhile waits no longer than this. */
const sliceMs = 6;

/** Gets a long list ready in idle moments, so that its first search and its first sort answer at once. */
export function usePreparedRows(rows: readonly InstanceRow[]) {
  useEffect(() => {
    if (rows.length < long) return;
    const steps = prepareRows(rows);
    let timer = wait(work);
    function work() {
      const until = performance.now() + sliceMs;
      while (performance.now() < until) if (steps.next().done) return;
      timer = wait(work);
    }
    return () => stop(timer);
  }, [rows]);
}

// Safari knows no idle moments.
function wait(work: () => void): number {
  return typeof requestIdleCallback === 'undefined' ? window.setTimeout(work, 20) : requestIdleCallback(work);
}

function stop(timer: number): void {
  if (typeof cancelIdleCallback === 'undefined') clearTimeout(timer);
  else cancelIdleCallback(timer);
}
