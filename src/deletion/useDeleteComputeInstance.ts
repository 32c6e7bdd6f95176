import { useMutation, useQueryClient } from '@tanstack/react-query';
import { configStore, refreshConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { deleteInstance, newDeletion, type Sender } from './deleteInstance.ts';
import type { DeletableRow } from './instanceRow.ts';
import { removeFromLists, useDeletionLog } from './useDeletions.ts';

export function useSender(): Sender {
  const { connection } = useSession();
  const log = useDeletionLog();
  const queryClient = useQueryClient();
  return {
    log,
    connection,
    policy: () => configStore.getState().policy,
    onSettled: ({ deletion }) => {
      removeFromLists(queryClient, deletion);
      // The operator may have changed the policy.
      if (deletion.outcome.status === 403) void refreshConfig();
    },
  };
}

/**
 * Deletes one instance, at most once. React Query never retries it and never waits for a connection, and its variables
 * contain no token. It resolves with every outcome, because a failed delete is no error of the mutation.
 */
export function useDeleteComputeInstance() {
  const { workspace, store } = useSession();
  const sender = useSender();
  return useMutation({
    mutationKey: ['delete-compute-instance', workspace],
    mutationFn: async ({ row, reason }: { row: DeletableRow; reason: string }) => {
      const endWork = store.beginWork();
      try {
        return await deleteInstance(sender, newDeletion(row, workspace, reason, null));
      } finally {
        endWork();
      }
    },
    retry: false,
    networkMode: 'always',
    gcTime: 0,
  });
}
