import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '../../rules/time.ts';

/** Not for columns, which get `Database.time`. `monotonic` (ms) may stand still while the machine sleeps. */
export type Clock = {
  now: () => EpochMs;
  monotonic: () => number;
  /** Resolves early when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { ref: false, signal }).catch(() => undefined),
};

/** Work that may outlast its request, or has none. */
export class Background {
  readonly #clock: Clock;
  readonly #logError: (error: unknown) => void;
  readonly #work = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(clock: Clock, logError: (error: unknown) => void) {
    this.#clock = clock;
    // Each pause adds a listener, and Node warns of more than ten.
    setMaxListeners(Number.POSITIVE_INFINITY, this.#closing.signal);
    this.#logError = logError;
  }

  get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** `close` waits for the work. A rejection is logged. */
  async track(work: Promise<unknown>): Promise<void> {
    this.#work.add(work);
    await work.catch(this.#logError);
    this.#work.delete(work);
  }

  pause(ms: number): Promise<void> {
    return this.#clock.sleep(ms, this.#closing.signal);
  }

  async repeat(ms: number, work: () => Promise<unknown>): Promise<void> {
    while (!this.isClosing) {
      await this.track(work());
      await this.pause(ms);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}
