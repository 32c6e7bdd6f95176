import { useEffect } from 'react';
import type { InstanceRow } from '../instances/InstanceRow.ts';

/** Shorter lists are searched and sorted in no time. */
const long = 2000;
/** ms of work at once; a key pressed meanwhile waits no longer than this. */
const sliceMs = 6;
/** ms before that work begins. */
const restMs = 200;

/** Gets a long list ready while nothing else is to be done, so that its first search and its first sort answer at once. */
export function usePreparedRows(rows: readonly InstanceRow[]) {
  useEffect(() => {
    if (rows.length < long) return;
    const controller = new AbortController();
    // Where its code does not come, the first search and the first sort do the work themselves.
    prepare(rows, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [rows]);
}

async function prepare(rows: readonly InstanceRow[], signal: AbortSignal): Promise<void> {
  // What changed the list has to be seen first: a task of the background can come before the next frame.
  await new Promise((resolve) => setTimeout(resolve, restMs));
  if (signal.aborted) return;
  const { prepareRows } = await import('./prepareRows.ts');
  const steps = prepareRows(rows);
  for (;;) {
    await idleTask();
    if (signal.aborted) return;
    const until = performance.now() + sliceMs;
    while (performance.now() < until) if (steps.next().done) return;
  }
}

/** Waits for a task that comes after all others. Safari knows none, nor idle moments. */
function idleTask(): Promise<unknown> {
  if (typeof scheduler !== 'undefined')
    return scheduler.postTask(() => undefined, { priority: 'background' });
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 20);
    else requestIdleCallback(resolve);
  });
}
