import type { InstanceRow } from '../instances/InstanceRow.ts';
import { prepareRows } from './prepareRows.ts';

/** ms of work at once; a key pressed meanwhile waits no longer than this. */
const sliceMs = 6;

/** Works out what searching and sorting a list need, while nothing else is to be done; until `signal` ends it. */
export async function prepareInBackground(rows: readonly InstanceRow[], signal: AbortSignal): Promise<void> {
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
