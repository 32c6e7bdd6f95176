import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../../session/useSession.ts';
import { useDeletions } from '../journal/useDeletions.ts';
import { startDeletion } from './startDeletion.ts';

type Intent = { databaseName: string; instanceId: string; label: string; listed: boolean };

/**
 * Deletes one instance of the workspace on screen. The mutation ends in the journal's entry, whose outcome says what
 * became of it; it is never retried, held back or persisted, and its variables hold no token.
 */
export function useDeleteComputeInstance() {
  const { connection, workspaceSlug } = useSession();
  const deletions = useDeletions();
  return useMutation({
    mutationFn: ({ databaseName, instanceId, label, listed }: Intent) =>
      startDeletion(deletions, connection, {
        target: { workspaceSlug, databaseName, instanceId },
        label,
        listed,
      }),
    retry: false,
    networkMode: 'always',
    gcTime: 0,
  });
}
