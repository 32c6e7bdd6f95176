import { useQueryClient } from '@tanstack/react-query';
import { useDeletionTools } from '../deletion/useDeletions.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { toast } from '../ui/toasts.tsx';
import { databasesQuery, saveDatabases } from './added.ts';

/** A function that changes which databases are listed in this browser. */
export function useChangeDatabases() {
  const { workspace } = useSession();
  const { databases: configured } = useConfig();
  const { storage } = useDeletionTools();
  const queryClient = useQueryClient();
  const query = databasesQuery(storage, workspace);
  return async (change: (names: readonly string[]) => readonly string[]) => {
    // The cache has the latest choice even if the last one is still being stored.
    const names = change(queryClient.getQueryData(query.queryKey) ?? configured);
    queryClient.setQueryData(query.queryKey, [...names]);
    try {
      await saveDatabases(storage, workspace, names);
    } catch {
      toast({
        tone: 'danger',
        text: "Couldn't save, because the storage of this browser is full or blocked.",
      });
    }
  };
}
