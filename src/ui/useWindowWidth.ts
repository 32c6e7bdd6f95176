import { useSyncExternalStore } from 'react';

/** px at which something changes, ascending. */
const steps = [768, 1024, 1200, 1280] as const;

/** The greatest of 0, 768, 1024, 1200 and 1280 px that the window is wide, for what must know it beyond the styles. */
export function useWindowWidth(): number {
  return useSyncExternalStore(follow, width);
}

function follow(onChange: () => void) {
  const queries = steps.map((step) => window.matchMedia?.(`(min-width: ${step}px)`));
  for (const query of queries) query?.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query?.removeEventListener('change', onChange);
  };
}

function width(): number {
  return steps.findLast((step) => window.matchMedia?.(`(min-width: ${step}px)`).matches ?? true) ?? 0;
}

/** Whether the window is as narrow as a phone: lists are then cards. */
export function useIsNarrow(): boolean {
  return useWindowWidth() < 768;
}
