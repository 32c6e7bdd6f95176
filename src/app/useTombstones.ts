import { useMemo, useSyncExternalStore } from 'react';
import { journalMarks } from '../features/compute/journal/journalMarks.ts';
import { targetKey } from '../features/compute/journal/targetKey.ts';
import { useDeletionEntries } from '../features/compute/journal/useDeletionEntries.ts';
import { useDeletions } from '../features/compute/journal/useDeletions.ts';
import { useSession } from '../session/useSession.ts';

/** Tells whether an instance of the workspace on screen has left the list, so that a stale read can't bring it back. */
export function useTombstones(): (databaseName: string, instanceId: string) => boolean {
  const { workspaceSlug } = useSession();
  const { tabs } = useDeletions();
  const entries = useDeletionEntries();
  const elsewhere = useSyncExternalStore(tabs.subscribe, tabs.elsewhere);
  return useMemo(() => {
    const { tombstones } = journalMarks(entries, elsewhere);
    return (databaseName, instanceId) =>
      tombstones.has(targetKey({ workspaceSlug, databaseName, instanceId }));
  }, [entries, elsewhere, workspaceSlug]);
}
