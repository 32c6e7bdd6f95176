import type { EpochMs } from '../rules/time.ts';

/** The time of our server, by its last answer and the time since then. The browser's own clock can be days wrong. */
class ServerClock {
  #offsetMs = Date.now() - performance.now();

  noteTime(time: EpochMs): void {
    this.#offsetMs = time - performance.now();
  }

  readonly read = (): EpochMs => performance.now() + this.#offsetMs;
}

export const serverClock = new ServerClock();
