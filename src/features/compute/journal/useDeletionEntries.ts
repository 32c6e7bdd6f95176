import { useSyncExternalStore } from 'react';
import type { DeletionEntry } from './DeletionEntry.ts';
import { useDeletions } from './useDeletions.ts';

/** Every intent of this tab, oldest first. */
export function useDeletionEntries(): readonly DeletionEntry[] {
  const { journal } = useDeletions();
  return useSyncExternalStore(journal.subscribe, journal.entries);
}
