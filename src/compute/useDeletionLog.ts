import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CachedLog, deletionLogQuery, dismissDeletion, refreshLog } from '../api/deletions.ts';
import {
  type BulkDeletion,
  type Deletion,
  instanceKey,
  isResolved,
  isUnsettled,
  type LogContents,
  type Protection,
  removesRow,
  staleListMs,
} from '../rules/deletion.ts';
import { useSession } from '../session/useSession.ts';
import { toast } from '../ui/toasts.tsx';
import { isLater, type MergedRow, type RowState } from './instanceRow.ts';

export type DeletionsByRow = ReadonlyMap<string, readonly Deletion[]>;

export type DeletionLogState = ReturnType<typeof useDeletionLog>;

const emptyLog: LogContents = { deletions: [], bulkDeletions: [], protections: [] };

export function useDeletionLog() {
  const { workspace } = useSession();
  const { data, isPending, error } = useQuery(deletionLogQuery(workspace));
  const { deletions, bulkDeletions, protections } = data ?? emptyLog;
  const byRow = useMemo(() => groupByRow(deletions), [deletions]);
  const protectionsByRow = useMemo(() => indexProtections(protections), [protections]);
  return {
    deletions,
    byRow,
    bulkDeletions,
    protections: protectionsByRow,
    /** A table that is shown before the log was read would show removed rows. */
    isPending,
    /** Why the log can't be read, so nothing can be deleted. Null if it could be read once. */
    failure: data === undefined ? error : null,
  };
}

export function updateCachedLog(
  client: QueryClient,
  workspace: string,
  deletions: readonly Deletion[],
  bulkDeletion?: BulkDeletion,
): void {
  const { queryKey } = deletionLogQuery(workspace);
  client.setQueryData<CachedLog>(queryKey, (log) => {
    if (log === undefined) return log;
    return {
      ...log,
      deletions: upsert(log.deletions, deletions),
      bulkDeletions: upsert(log.bulkDeletions, bulkDeletion === undefined ? [] : [bulkDeletion]),
    };
  });
  void refreshLog(client, workspace);
}

export function useRefreshLog(): () => void {
  const client = useQueryClient();
  const { workspace } = useSession();
  return () => void refreshLog(client, workspace);
}

function upsert<Entry extends { id: string }>(entries: readonly Entry[], changed: readonly Entry[]): Entry[] {
  const known = new Set(entries.map(({ id }) => id));
  const byId = new Map(changed.map((entry) => [entry.id, entry]));
  return [...changed.filter(({ id }) => !known.has(id)), ...entries.map((each) => byId.get(each.id) ?? each)];
}

export function useDismissDeletion() {
  const { workspace, sessionId } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => dismissDeletion({ workspace, sessionId }, id),
    onSuccess: (deletion) => updateCachedLog(client, workspace, [deletion]),
    onError: ({ message }) => toast({ tone: 'danger', text: `Couldn't dismiss this. ${message}` }),
  }).mutate;
}

function groupByRow(deletions: readonly Deletion[]): DeletionsByRow {
  return Map.groupBy(deletions.toReversed(), instanceKey);
}

function indexProtections(protections: readonly Protection[]): ReadonlyMap<string, Protection> {
  return new Map(
    protections
      .filter(({ removedAt }) => removedAt === null)
      .map((protection) => [instanceKey(protection), protection]),
  );
}

/** `deletions` are of this instance, oldest first. Both times, of the list and of the end, are the server's. */
export function stateOfRow(row: MergedRow, deletions: readonly Deletion[]): RowState | null {
  const running = deletions.findLast(isUnsettled);
  if (running !== undefined) return { kind: 'deleting', deletion: running };
  const removalIndex = deletions.findLastIndex(({ stage }) => removesRow(stage));
  const removal = deletions[removalIndex];
  // A later record is a new instance. The server forgets a deleted added one, so one that is there was added again.
  const isOfRow = ({ created }: Deletion) => !isLater(row.record?.created, created);
  const isCurrent =
    removal !== undefined && isOfRow(removal) && (row.record !== null || removal.stage === 'gone');
  // Any of them: after `deleted`, a second admin may get `gone` from the service, and a list may still be stale.
  if (isCurrent && deletions.some((each) => isOfRow(each) && isHidden(row, each)))
    return { kind: 'removed', deletion: removal };
  const open =
    deletions.findLast((deletion) => !isResolved(deletion)) ??
    // One that was read still says that the list and the service disagree about this instance.
    deletions.slice(removalIndex + 1).findLast((each) => each.stage === 'mismatch' && isOfRow(each));
  if (open !== undefined) return { kind: open.stage === 'mismatch' ? 'mismatch' : 'unknown', deletion: open };
  if (!isCurrent) return null;
  return { kind: row.record === null ? 'not-found' : 'still-listed', deletion: removal };
}

function isHidden({ seenAt, record }: MergedRow, { stage, endedAt }: Deletion): boolean {
  if (endedAt === null || record === null || !removesRow(stage)) return false;
  return seenAt < endedAt + (stage === 'gone' ? 0 : staleListMs);
}
