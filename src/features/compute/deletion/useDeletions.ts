import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useSession } from '../../../session/useSession.ts';
import type { BulkRun } from './bulkDelete.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';
import { type DeletionMarks, deletionMarks } from './deletionMarks.ts';

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * The deletions in progress on this page, plus the shared deletion log. Lives outside React.
 * @param isSignedIn returns false once the session in which it was created is over
 * @param beginWork blocks page unload and idle sign-out until the returned function is called
 */
export function createDeletions(log: DeletionLog, isSignedIn: () => boolean, beginWork: () => () => void) {
  return {
    log,
    isSignedIn,
    beginWork,
    /** The latest bulk deletion of this page, which continues whatever dialog or screen is open. */
    bulk: createStore<BulkRun | null>(() => null),
  };
}

/** The deletions and the workspaces that the token is verified for. Nothing of other workspaces is shown. */
export const DeletionsContext = createContext<{
  deletions: Deletions;
  verifiedWorkspaces: readonly string[];
} | null>(null);

/** @throws Error outside DeletionsProvider */
export function useDeletions(): Deletions {
  return useContextValue().deletions;
}

/** Every intent of this browser in the workspaces that may be seen, oldest first. */
export function useDeletionEntries(): readonly DeletionEntry[] {
  const { deletions, verifiedWorkspaces } = useContextValue();
  const entries = useSyncExternalStore(deletions.log.subscribe, deletions.log.entries);
  return useMemo(
    () => entries.filter(({ target }) => verifiedWorkspaces.includes(target.workspaceSlug)),
    [entries, verifiedWorkspaces],
  );
}

/** Returns the intents of the open workspace, oldest first. */
export function useWorkspaceEntries(): readonly DeletionEntry[] {
  const { workspaceSlug } = useSession();
  const entries = useDeletionEntries();
  return useMemo(
    () => entries.filter(({ target }) => target.workspaceSlug === workspaceSlug),
    [entries, workspaceSlug],
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
