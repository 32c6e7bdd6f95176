/** So long the one ahead may stand still, in ms, before another takes its place. */
const patienceMs = 250;
/** The most that one waits for others, in ms in all: its own time runs. */
const longestWaitMs = 3000;
const lookMs = 10;

/** When who is ahead moved last; ms of `performance.now`. */
type Place = { movedAt: number };

let ahead: Place | null = null;

/** One of several that would be ahead of the others: of them one is, and the others wait for it, but never for long. */
export function createPlaceAhead() {
  const me: Place = { movedAt: 0 };
  let waitedMs = 0;

  function isToWait(): boolean {
    if (ahead === null || ahead === me || waitedMs >= longestWaitMs) return false;
    return performance.now() - ahead.movedAt < patienceMs;
  }

  return {
    /** Gets ahead, as soon as nobody else is, or whoever is stands still, or the wait was long. */
    async take() {
      while (isToWait()) {
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        waitedMs += lookMs;
      }
      me.movedAt = performance.now();
      ahead = me;
    },
    /** To be told while there is work done: the others go on waiting. */
    move() {
      me.movedAt = performance.now();
    },
    leave() {
      if (ahead === me) ahead = null;
    },
  };
}
