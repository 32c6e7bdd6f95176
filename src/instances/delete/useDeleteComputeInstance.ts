import { useMutation, useQueryClient } from '@tanstack/react-query';
import { configStore, refreshConfig } from '../../session/config.ts';
import { useSession } from '../../session/useSession.ts';
import type { RowWithId } from '../instanceRow.ts';
import { deleteInstance, newDeletion, type SendContext } from './deleteInstance.ts';
import { removeFromLists, useDeletionLog } from './useDeletions.ts';

export function useSendContext(): SendContext {
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

/** Sent at most once, with no token in the variables. Resolves even if the delete failed. */
export function useDeleteComputeInstance() {
  const { workspace, store } = useSession();
  const sender = useSendContext();
  return useMutation({
    mutationKey: ['delete-compute-instance', workspace],
    mutationFn: async ({ row, reason }: { row: RowWithId; reason: string }) => {
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
