import { createContext, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createInstanceKey, type InstanceRow } from '../compute/instanceRow.ts';
import { useSession, useSignedIn } from '../session/useSession.ts';
import { useRequired } from '../ui/context.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';
import { type BulkRun, createDeletionTools, type DeletionTools } from './deletionTools.ts';
import { recordOrphanOutcomes } from './orphanOutcomes.ts';
import {
  deleteChecksOf,
  findReappearedRows,
  getRefetchDelayMs,
  getRowKey,
  getRowStatuses,
  isRefetchDue,
} from './rowStatus.ts';
import { SignOutGuard } from './SignOutGuard.tsx';

export const DeletionToolsContext = createContext<DeletionTools | null>(null);

export function DeletionsProvider({ log, children }: { log: DeletionLog; children: ReactNode }) {
  const { store, isCurrent } = useSignedIn();
  const [deletionTools] = useState(() => createDeletionTools(log, isCurrent, store.activeWork.begin));
  useEffect(() => recordOrphanOutcomes(log), [log]);
  return (
    <DeletionToolsContext value={deletionTools}>
      <SignOutGuard log={log}>{children}</SignOutGuard>
    </DeletionToolsContext>
  );
}

export function useDeletionTools(): DeletionTools {
  return useRequired(DeletionToolsContext, 'DeletionsProvider');
}

/** Returns the entries of all workspaces that the token is verified for, oldest first. */
export function useDeletionEntries(): readonly DeletionEntry[] {
  const { verifiedWorkspaces } = useSession();
  const { log } = useDeletionTools();
  const entries = useSyncExternalStore(log.subscribe, log.entries);
  return useMemo(
    () => entries.filter(({ target }) => verifiedWorkspaces.includes(target.workspaceSlug)),
    [entries, verifiedWorkspaces],
  );
}

/** Returns the entries of the open workspace, oldest first. */
export function useWorkspaceEntries(): readonly DeletionEntry[] {
  const { workspaceSlug } = useSession();
  const entries = useDeletionEntries();
  return useMemo(
    () => entries.filter(({ target }) => target.workspaceSlug === workspaceSlug),
    [entries, workspaceSlug],
  );
}

export function useBulkRun(): BulkRun | null {
  return useStore(useDeletionTools().bulkRun);
}

/** A list and the time of its request (ms since the epoch). `databaseName` is null for a list of the whole workspace. */
type RequestedList = { databaseName: string | null; requestedAt: number };

/** Returns functions that apply the deletion log to the rows of the open workspace. */
export function useRemovalRules() {
  const { workspaceSlug } = useSession();
  const { log } = useDeletionTools();
  const isReady = useSyncExternalStore(log.subscribe, log.isReady);
  const entries = useWorkspaceEntries();
  return useMemo(() => {
    const { removals, statuses } = getRowStatuses(entries, log.isOfThisPage);
    return {
      isReady,
      getRefetchDelayMs: (databaseName: string | null, requestedAt: number) =>
        getRefetchDelayMs(removals, databaseName, requestedAt, Date.now()),
      isRefetchDue: (databaseName: string | null, requestedAt: number) =>
        isRefetchDue(removals, databaseName, requestedAt, Date.now()),
      /** Returns the rows to show, the reappeared rows, and the statuses and delete checks of rows. */
      hideRemovedRows(
        rows: readonly InstanceRow[],
        lists: readonly RequestedList[],
        protectedKeys: readonly string[],
      ) {
        const getRequestedAt = (name: string) =>
          lists.find(({ databaseName }) => databaseName === null || databaseName === name)?.requestedAt ??
          null;
        const reappearedRows = findReappearedRows(removals, rows, getRequestedAt, Date.now());
        const allStatuses = new Map(statuses);
        // Statuses of later deletions take precedence over `still-listed`.
        for (const [key, { entry, isNewInstance }] of reappearedRows)
          if (!isNewInstance && !allStatuses.has(key)) allStatuses.set(key, { kind: 'still-listed', entry });
        const protectedRows = new Set(protectedKeys);
        return {
          rows:
            removals.size === 0
              ? rows
              : rows.filter(({ key }) => !removals.has(key) || reappearedRows.has(key)),
          reappeared: reappearedRows,
          statuses: allStatuses,
          getDeleteChecks: (row: InstanceRow) =>
            deleteChecksOf(row, workspaceSlug, allStatuses.get(row.key) ?? null, protectedRows.has(row.key)),
        };
      },
    };
  }, [log, entries, workspaceSlug, isReady]);
}

export function useRestoreRows() {
  const { workspaceSlug } = useSession();
  const { log } = useDeletionTools();
  return (instances: readonly { databaseName: string; id: string }[]) => {
    const rowKeys = new Set(instances.map(({ databaseName, id }) => createInstanceKey(databaseName, id)));
    const entries = log
      .entries()
      .filter(({ target }) => target.workspaceSlug === workspaceSlug && rowKeys.has(getRowKey(target)));
    void log.restore(entries);
  };
}
