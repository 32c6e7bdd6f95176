import { useMutation, useQueryClient } from '@tanstack/react-query';
import { workspaceKey } from '../../../api/readList.ts';
import { useSession } from '../../../session/useSession.ts';
import { useDeletions } from './DeletionsProvider.tsx';
import { type Confirmed, deleteInstance } from './deleteInstance.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import { removingOutcomes } from './rowStatus.ts';

type Intent = Omit<Confirmed, 'target'> & { databaseName: string; instanceId: string };

/** A deletion whose row stays in the list: `refused`, `unknown`, `mismatch` or `not-sent`. */
export class DeletionError extends Error {
  override name = 'DeletionError';
  readonly entry: DeletionEntry;
  constructor(entry: DeletionEntry) {
    super(entry.outcome?.reason);
    this.entry = entry;
  }
}

/**
 * Deletes one instance of the open workspace. Resolves with the log entry if its outcome removes the row, and rejects with
 * a `DeletionError` otherwise. It is never retried, delayed or persisted, and its variables contain no token.
 */
export function useDeleteComputeInstance() {
  const { connection, workspaceSlug } = useSession();
  const deletions = useDeletions();
  const refreshListing = useRefreshListing();
  return useMutation<DeletionEntry, DeletionError, Intent>({
    mutationKey: ['delete-compute-instance', workspaceSlug],
    mutationFn: async ({ databaseName, instanceId, ...facts }) => {
      const target = { workspaceSlug, databaseName, instanceId };
      const entry = await deleteInstance(deletions, connection, { target, ...facts });
      if (entry.outcome !== null && removingOutcomes.has(entry.outcome.kind)) return entry;
      throw new DeletionError(entry);
    },
    onSuccess: refreshListing,
    retry: false,
    networkMode: 'always',
    gcTime: 0,
  });
}

/** Returns a function that requests the lists again. Earlier requests are cancelled, because they can be older than a deletion. */
export function useRefreshListing(): () => Promise<void> {
  const { connection, workspaceSlug } = useSession();
  const queryClient = useQueryClient();
  return async () => {
    const queryKey = [...workspaceKey(connection, workspaceSlug), 'databases'];
    await queryClient.cancelQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey });
  };
}
