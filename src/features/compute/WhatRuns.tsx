import { lazy, Suspense } from 'react';
import { useDeletionEntries } from './deletion/useDeletions.ts';

// It comes with the dialogs, so it is there before anything can be deleted.
const RunningDeletions = lazy(async () => ({
  default: (await import('./deletion/DeletionAlerts.tsx')).RunningDeletions,
}));

/** A place for what is being deleted right now, empty most of the time. */
export function WhatRuns() {
  const runs = useDeletionEntries().some(({ outcome }) => outcome === null);
  return (
    runs && (
      <Suspense fallback={null}>
        <RunningDeletions />
      </Suspense>
    )
  );
}
