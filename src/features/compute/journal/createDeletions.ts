import { createDeletionJournal } from './createDeletionJournal.ts';
import { createTabWatch, type TabMessage } from './createTabWatch.ts';
import type { DeletionEntry } from './DeletionEntry.ts';
import { pageLock } from './pageLock.ts';
import { targetKey } from './targetKey.ts';

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * What was asked to be deleted, and what is on its way. Lives outside React, so that it does not depend on any screen.
 * What sends comes with the dialogs: `startDeletion`, `createBulkRun`.
 */
export function createDeletions(
  serviceUrl: string,
  isSignedIn: () => boolean,
  onDeleting: (isDeleting: boolean) => void,
) {
  let open = 0;
  let letGo = () => {};
  const journal = createDeletionJournal(serviceUrl, isSignedIn);

  function follow({ target, kind, intentKey }: TabMessage) {
    if (kind !== 'sending' && intentKey !== undefined) journal.leaveToOther(intentKey);
    if (kind !== 'put-back') return;
    // What is on its way has not left yet: it may still do so.
    for (const entry of journal.entries())
      if (entry.outcome !== null && targetKey(entry.target) === target)
        journal.update(entry.intentKey, { putBack: true });
  }

  return {
    journal,
    tabs: createTabWatch(serviceUrl, follow),
    /** What is on its way, by target, until its outcome is written down. */
    inFlight: new Map<string, Promise<DeletionEntry>>(),
    /** Nobody may leave the page unasked, and no session ends by the clock, until as many releases have come. */
    hold() {
      if (open++ > 0) return;
      letGo = pageLock.hold();
      window.addEventListener('beforeunload', askToStay);
      onDeleting(true);
    },
    release() {
      if (--open > 0) return;
      letGo();
      window.removeEventListener('beforeunload', askToStay);
      onDeleting(false);
    },
  };
}

function askToStay(event: BeforeUnloadEvent) {
  event.preventDefault();
}
