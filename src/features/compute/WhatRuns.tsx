import { Suspense } from 'react';
import { useDeletionEntries } from './journal/useDeletionEntries.ts';
import { pageCode } from './pageCode.ts';

// It comes with the dialogs, so it is there before anything can be deleted.
const { running: RunningDeletions } = pageCode;

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
