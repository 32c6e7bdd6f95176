/**
 * For long work on the main thread: call it between small pieces; it waits for a new task once the time is up, so that
 * clicks and paints come in between. Short work never waits.
 * @param busyMs how long may be worked without a break, in ms
 * @returns a promise to wait for, or null where there is time left
 */
export function createBreather(busyMs = 12): () => Promise<void> | null {
  let since = performance.now();
  let nextTask: (() => Promise<void>) | null = null;
  return () => {
    if (performance.now() - since < busyMs) return null;
    nextTask ??= createNextTask();
    return nextTask().then(() => {
      since = performance.now();
    });
  };
}

// A message comes sooner than a timer, which browsers hold back by 4 ms once timers start timers. One channel serves
// all: making one takes as long as a message.
function createNextTask(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
