import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BulkRun } from './bulkDelete.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';
import { type DeletionMarks, deletionMarks } from './deletionMarks.ts';

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * What was asked to be deleted, and what this page is at. Lives outside React, so that it depends on no screen.
 * @param isSignedIn false once the session in which it was made is over
 * @param onDeleting told when something begins to be deleted, and when nothing is any more
 */
export function createDeletions(
  log: DeletionLog,
  isSignedIn: () => boolean,
  onDeleting: (isDeleting: boolean) => void,
) {
  let open = 0;
  return {
    log,
    isSignedIn,
    /** The latest bulk deletion of this page, which goes on whatever dialog or screen is open. */
    bulk: createStore<BulkRun | null>(() => null),
    /** Nobody may leave the page unasked, and no session ends by the clock, until as many releases have come. */
    hold() {
      if (open++ > 0) return;
      window.addEventListener('beforeunload', askToStay);
      onDeleting(true);
    },
    release() {
      if (--open > 0) return;
      window.removeEventListener('beforeunload', askToStay);
      onDeleting(false);
    },
  };
}

function askToStay(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/** The log that boot has opened, so that it is read beside the code. */
export const DeletionLogContext = createContext<DeletionLog | null>(null);

/** The deletions, and the workspaces that the present token has proved itself for: of others nothing is shown. */
export const DeletionsContext = createContext<{ deletions: Deletions; proved: readonly string[] } | null>(
  null,
);

/** The log of deletions and what this page is at. @throws Error outside its provider */
export function useDeletions(): Deletions {
  return useContextValue().deletions;
}

/** Every intent of this browser in the workspaces that may be seen, oldest first. */
export function useDeletionEntries(): readonly DeletionEntry[] {
  const { deletions, proved } = useContextValue();
  const entries = useSyncExternalStore(deletions.log.subscribe, deletions.log.entries);
  return useMemo(
    () => entries.filter(({ target }) => proved.includes(target.workspaceSlug)),
    [entries, proved],
  );
}

/** Whether the log has been read: rows that are drawn before could show what has left. */
export function useIsLogReady(): boolean {
  const { log } = useDeletions();
  return useSyncExternalStore(log.subscribe, log.isReady);
}

/** What the log means for the list: which rows have left, and which are marked. */
export function useDeletionMarks(): DeletionMarks {
  const { log } = useDeletions();
  const entries = useDeletionEntries();
  return useMemo(() => deletionMarks(entries, log.isOwn), [entries, log]);
}

/** The latest bulk deletion of this page as it stands now. */
export function useBulkRun(): BulkRun | null {
  return useStore(useDeletions().bulk);
}

function useContextValue() {
  const value = use(DeletionsContext);
  if (value === null) throw new Error('useDeletions was called outside DeletionsProvider.');
  return value;
}
