import { useWindowWidth } from './useWindowWidth.ts';

/** Whether the window is as narrow as a phone: lists are then cards. */
export function useIsNarrow(): boolean {
  return useWindowWidth() < 768;
}
