import type { EpochMs } from '../rules/time.ts';

/** The browser's own clock can be days wrong, so `recentLogQuery` sets this one. */
class ServerClock {
  #offsetMs = Date.now() - performance.now();

  noteTime(time: EpochMs): void {
    this.#offsetMs = time - performance.now();
  }

  readonly read = (): EpochMs => performance.now() + this.#offsetMs;
}

export const serverClock = new ServerClock();
