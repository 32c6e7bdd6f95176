import { createStore } from 'zustand/vanilla';

/** ms. A single long timer would be late, because timers stop while a machine sleeps. */
const tickMs = 1_000;
const maxCountdownMs = 60_000;
// `scroll` doesn't bubble, so it is observed in the capture phase.
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

type Options = {
  /** Infinity for no limit. Asked at each check, because the operator may change it. */
  getLimitMs: () => number;
  /** The idle time begins anew after a delete. */
  isPaused: () => boolean;
  /** True while the sign-in form covers the page. There is no countdown then, so typing is activity. */
  isCovered: () => boolean;
  onEnd: () => void;
};

/** Runs outside React, so that a rendering error can't stop it. */
export class IdleTimer {
  readonly #options: Options;
  readonly #secondsLeft = createStore<number | null>(() => null);
  readonly #listeners = new AbortController();
  #activeAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;

  constructor(options: Options) {
    this.#options = options;
    const { signal } = this.#listeners;
    for (const name of activityEvents)
      window.addEventListener(name, this.#noteActivity, { signal, capture: true, passive: true });
  }

  /** Null if no countdown is on screen. */
  readonly getSecondsLeft = this.#secondsLeft.getState;
  readonly subscribe = this.#secondsLeft.subscribe;

  get activeAt(): number {
    return this.#activeAt;
  }

  hasExpired(activeAt = this.#activeAt): boolean {
    return Date.now() - activeAt >= this.#options.getLimitMs();
  }

  start(): void {
    this.#isRunning = true;
    this.stayActive();
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    this.#secondsLeft.setState(null, true);
  }

  close(): void {
    this.stop();
    this.#listeners.abort();
  }

  readonly stayActive = (): void => {
    this.#activeAt = Date.now();
    this.check();
  };

  readonly check = (): void => {
    if (!this.#isRunning) return;
    const { isPaused, isCovered, getLimitMs, onEnd } = this.#options;
    const [now, limitMs] = [Date.now(), getLimitMs()];
    // A clock that was set back must not extend the session.
    if (isPaused() || this.#activeAt > now) this.#activeAt = now;
    if (this.hasExpired()) {
      this.stop();
      onEnd();
      return;
    }
    const leftMs = this.#activeAt + limitMs - now;
    // With a limit of a minute, a countdown of a minute would always be on screen.
    const isCountingDown = leftMs <= Math.min(maxCountdownMs, limitMs / 2) && !isCovered();
    this.#secondsLeft.setState(isCountingDown ? Math.ceil(leftMs / 1_000) : null, true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.check, tickMs);
  };

  /** During a countdown, only its button counts. A key that also closed it could press a button behind. */
  readonly #noteActivity = (): void => {
    if (!this.#isRunning) return;
    // After a sleep, the first event must not revive a session that has expired.
    this.check();
    if (this.#isRunning && this.getSecondsLeft() === null) this.#activeAt = Date.now();
  };
}
