import { createContext, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { ComputeInstance } from '../../../api/instanceRecord.ts';
import { useSession } from '../../../session/useSession.ts';
import { useRequired } from '../../../ui/context.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { type DeletionEntry, targetKey } from './deletionEntry.ts';
import { type BulkRun, type Deletions, restoreRows } from './deletions.ts';
import {
  getRowStatuses,
  isCheckDue,
  nextCheckMs,
  reappearedRows,
  removedRows,
  rowStateOf,
} from './rowStatus.ts';

/** The deletions and the workspaces that the token is verified for. Nothing of other workspaces is shown. */
export const DeletionsContext = createContext<{
  deletions: Deletions;
  verifiedWorkspaces: readonly string[];
} | null>(null);

export function useDeletions(): Deletions {
  return useContextValue().deletions;
}

/** Returns every intent of this browser in the verified workspaces, oldest first. */
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

/** Returns the latest bulk deletion of this page. */
export function useBulkRun(): BulkRun | null {
  return useStore(useDeletions().bulk);
}

/** When the latest list of a database was requested (ms since the epoch); null for the whole workspace. */
type RequestedList = { databaseName: string | null; requestedAt: number };

/** Returns what the deletion log says about the rows of a workspace. */
export function useRowStatuses(workspaceSlug: string) {
  const { log } = useDeletions();
  // Rows that are shown before the log was read could be deleted ones.
  const isReady = useSyncExternalStore(log.subscribe, log.isReady);
  const entries = useDeletionEntries();
  return useMemo(() => {
    const { removals, statuses } = getRowStatuses(entries, log.isOwn);
    const removed = removedRows(workspaceSlug, removals);
    return {
      isReady,
      /** @see nextCheckMs */
      nextCheckMs: (databaseName: string | null, requestedAt: number) =>
        nextCheckMs(removed, databaseName, requestedAt, Date.now()),
      /** @see isCheckDue */
      isCheckDue: (databaseName: string | null, requestedAt: number) =>
        isCheckDue(removed, databaseName, requestedAt, Date.now()),
      /** Returns the rows without the removed ones, and the state of each. @param protectedKeys keys of protected rows */
      applyTo(
        rows: readonly InstanceRow[],
        lists: readonly RequestedList[],
        protectedKeys: readonly string[],
      ) {
        const records = new Map<string, ComputeInstance>();
        for (const { key, record } of removed.size === 0 ? [] : rows)
          if (record !== null && removed.has(key)) records.set(key, record);
        const requestedAt = (name: string) =>
          lists.find(({ databaseName }) => databaseName === null || databaseName === name)?.requestedAt ??
          null;
        const reappeared = reappearedRows(removed, records, requestedAt, Date.now());
        const all = new Map(statuses);
        for (const { entry, isNewInstance } of reappeared.values()) {
          const key = targetKey(entry.target);
          // Other statuses take precedence.
          if (!isNewInstance && !all.has(key)) all.set(key, { kind: 'still-listed', entry });
        }
        const protectedRows = new Set(protectedKeys);
        return {
          rows:
            removed.size === 0 ? rows : rows.filter(({ key }) => !removed.has(key) || reappeared.has(key)),
          reappeared,
          statuses: all,
          getRowState(row: InstanceRow) {
            const { id, databaseName, key } = row;
            const status =
              id === null ? undefined : all.get(targetKey({ workspaceSlug, databaseName, instanceId: id }));
            return rowStateOf(row, workspaceSlug, status ?? null, protectedRows.has(key));
          },
        };
      },
    };
  }, [log, entries, workspaceSlug, isReady]);
}

function useContextValue() {
  return useRequired(DeletionsContext, 'DeletionsProvider');
}

/** Returns a function that shows instances in the list again, although they were deleted from it. */
export function useRestoreRows() {
  const { workspaceSlug } = useSession();
  const { log } = useDeletions();
  return (instances: readonly { databaseName: string; id: string }[]) => {
    const keys = new Set(
      instances.map(({ databaseName, id }) => targetKey({ workspaceSlug, databaseName, instanceId: id })),
    );
    restoreRows(
      log,
      log.entries().filter(({ target }) => keys.has(targetKey(target))),
    );
  };
}
