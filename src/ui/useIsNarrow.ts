import { useSyncExternalStore } from 'react';

const query = '(max-width: 767px)';

/** Whether the window is as narrow as a phone: lists are then cards. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(follow, isNarrow);
}

function follow(onChange: () => void) {
  const media = window.matchMedia?.(query);
  media?.addEventListener('change', onChange);
  return () => media?.removeEventListener('change', onChange);
}

function isNarrow(): boolean {
  return window.matchMedia?.(query).matches ?? false;
}
