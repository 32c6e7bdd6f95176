import { useSyncExternalStore } from 'react';

/** Returns the current time in ms, rounded down to seconds, and re-renders every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readSecond);
}

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, 1000);
  return () => clearInterval(timer);
}

function readSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
