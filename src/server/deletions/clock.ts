import { setTimeout as sleep } from 'node:timers/promises';

/** What passes. What is stored has the time of `Database.now`. */
export type Clock = {
  /** ms. It never goes back, but may stand still while the machine sleeps. */
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
};

export const systemClock: Clock = {
  monotonic: () => performance.now(),
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
};
