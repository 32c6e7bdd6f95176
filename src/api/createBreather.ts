/**
 * For long work on the main thread: call it between small pieces; it waits for a new task once the time is up, so that
 * clicks and paints come in between. Short work never waits.
 * @param busyMs how long may be worked without a break, in ms
 * @returns a promise to wait for, or null where there is time left
 */
export function createBreather(busyMs = 12): () => Promise<void> | null {
  let since = performance.now();
  return () => {
    if (performance.now() - since < busyMs) return null;
    return nextTask().then(() => {
      since = performance.now();
    });
  };
}

// A message comes sooner than a timer, which browsers hold back by 4 ms once timers start timers.
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
