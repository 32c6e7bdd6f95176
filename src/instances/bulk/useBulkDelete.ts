import { useMutation, useQueryClient } from '@tanstack/react-query';
import { putBulkDeletion } from '../../api/deletions.ts';
import type { BulkDeletionRequest } from '../../rules/requests.ts';
import { useSession } from '../../session/useSession.ts';
import { askOnce, createLostAnswer, refreshPolicy, sentOnce } from '../delete/useDeleteComputeInstance.ts';
import { assignMissingTexts } from '../select/namedInTicket.ts';
import { updateLog } from '../useDeletionLog.ts';

type Confirmed = {
  id: string;
  /** Of the session under which the dialog was opened. */
  sessionId: string;
  request: BulkDeletionRequest;
};

/** Resolves when our server has stored all of it. The server then runs it, whatever becomes of the page. */
export function useBulkDelete() {
  const { workspace } = useSession();
  const client = useQueryClient();
  return useMutation({
    ...sentOnce,
    mutationKey: ['bulk-delete', workspace],
    mutationFn: async ({ id, sessionId, request }: Confirmed) => {
      const stored = await askOnce(id, () => putBulkDeletion({ workspace, sessionId }, id, request));
      if (stored.bulkDeletion.id !== id) throw createLostAnswer();
      return stored;
    },
    onSuccess({ bulkDeletion, deletions }) {
      assignMissingTexts(workspace, bulkDeletion.id);
      updateLog(client, workspace, deletions, bulkDeletion);
    },
    onError: refreshPolicy,
  });
}
