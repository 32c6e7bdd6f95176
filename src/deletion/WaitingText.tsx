import { useState } from 'react';
import { useNow } from '../ui/time.ts';

/** Time (ms) from which the elapsed time is shown. */
const elapsedFromMs = 5_000;

export function ElapsedText() {
  const [startedAt] = useState(() => performance.now());
  useNow();
  const waitedMs = performance.now() - startedAt;
  const text = 'Waiting for a response…';
  if (waitedMs < elapsedFromMs) return <span>{text}</span>;
  return <span>{`${text} ${Math.floor(waitedMs / 1000)} s (ends after 60 s)`}</span>;
}

/**
 * The whole seconds until a time, or 0 after it.
 * @param time by `performance.now` (ms), because the clock can be set back
 */
export function useSecondsUntil(time: number): number {
  useNow();
  return Math.max(0, Math.ceil((time - performance.now()) / 1000));
}
