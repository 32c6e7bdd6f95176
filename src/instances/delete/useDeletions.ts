import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { useStore } from 'zustand';
import type { InstanceList } from '../../api/computeInstances.ts';
import { type Deletion, findRunResults, groupByRow, stageOf } from '../../rules/deletion.ts';
import { getDatabaseName } from '../../rules/instanceRecord.ts';
import { useSession } from '../../session/useSession.ts';
import type { ServiceStorage } from '../../storage.ts';
import type { BulkDelete, BulkRun } from '../bulk/bulkDelete.ts';
import type { DeletionLog } from './log.ts';

export type DeletionContextValue = { storage: ServiceStorage; log: DeletionLog; bulk: BulkDelete };

export const DeletionContext = createContext<DeletionContextValue | null>(null);

export function useDeletionContext(): DeletionContextValue {
  const context = use(DeletionContext);
  if (context === null) throw new Error('This component needs DeletionContext above it.');
  return context;
}

export function useDeletionLog(): DeletionLog {
  return useDeletionContext().log;
}

/** Null if the run belongs to a different session and a different workspace. */
export function useBulkRun(): BulkRun | null {
  const { workspace, id } = useSession();
  const run = useStore(useDeletionContext().bulk.run);
  return run !== null && (run.session === id || run.workspace === workspace) ? run : null;
}

export function useRunResults({ id, workspace, unsaved }: BulkRun): Deletion[] {
  const { data } = useQuery(deletionsQuery(useDeletionLog(), workspace));
  const unsavedById = new Map(unsaved.map((deletion) => [deletion.id, deletion]));
  return findRunResults(data ?? none, id).map((each) => unsavedById.get(each.id) ?? each);
}

/** The deletions of a workspace. Our own writes and the other tabs invalidate the query. */
export function deletionsQuery(log: DeletionLog, workspace: string) {
  return queryOptions({
    queryKey: ['deletions', workspace],
    queryFn: () => log.read(workspace),
    networkMode: 'always',
    retry: false,
    // After a failed read, the page would show an earlier state until the next change.
    refetchInterval: ({ state }) => (state.status === 'error' && state.data !== undefined ? rereadMs : false),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const rereadMs = 1_000;

const none: readonly Deletion[] = [];

export function useDeletions() {
  const { workspace } = useSession();
  const { data, isPending } = useQuery(deletionsQuery(useDeletionLog(), workspace));
  const deletions = data ?? none;
  const byRow = useMemo(() => groupByRow(deletions), [deletions]);
  return {
    deletions,
    byRow,
    /** A table that is shown before the log was read would show removed rows. */
    isPending,
    /** True if this browser can't read its log, so nothing can be deleted. */
    isUnavailable: data === undefined && !isPending,
  };
}

export function useUnresolvedCount(): number {
  const { deletions } = useDeletions();
  const now = Date.now();
  return deletions.filter((each) => !each.dismissed && ['unknown', 'mismatch'].includes(stageOf(each, now)))
    .length;
}

/** Removes a deleted instance from the cached lists, so that its row stays away even if the log loses its entry. */
export function removeFromLists(queryClient: QueryClient, { target, outcome }: Deletion): void {
  if (outcome?.kind !== 'deleted' && outcome?.kind !== 'accepted') return;
  const lists = queryClient.getQueriesData<InstanceList>({
    predicate: ({ queryKey }) => queryKey[2] === target.workspaceSlug && queryKey[3] === 'databases',
  });
  for (const [queryKey, list] of lists) {
    const listDatabase = queryKey[4];
    const items = list?.items.filter(
      (record) =>
        record.id !== target.instanceId || (listDatabase || getDatabaseName(record)) !== target.databaseName,
    );
    if (list !== undefined && items !== undefined && items.length < list.items.length)
      queryClient.setQueryData(queryKey, { ...list, items }, { updatedAt: list.receivedAt });
  }
}
