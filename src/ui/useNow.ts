import { useSyncExternalStore } from 'react';

/** The present time in ms, cut to whole seconds, moving on by itself. */
export function useNow(): number {
  return useSyncExternalStore(everySecond, wholeSecond);
}

function everySecond(onTick: () => void) {
  const timer = setInterval(onTick, 1000);
  return () => clearInterval(timer);
}

function wholeSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
