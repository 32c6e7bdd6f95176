import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deletionLogQuery } from '../api/deletions.ts';
import { ApiError } from '../api/errors.ts';
import { useSession } from '../session/useSession.ts';
import { Notice } from '../ui/notices.tsx';

/** While the server's database is away, every request fails alike. The poll of the log notices when it is back. */
export function StorageProblem() {
  const { workspace } = useSession();
  const client = useQueryClient();
  const { error } = useQuery(deletionLogQuery(workspace));
  const isAway = isStorageError(error);
  useEffect(() => {
    if (!isAway) return;
    return () => void client.refetchQueries({ predicate: ({ state }) => isStorageError(state.error) });
  }, [isAway, client]);
  if (!isAway) return null;
  return (
    <Notice tone="danger" title={error?.message}>
      <span>This page comes back by itself.</span>
    </Notice>
  );
}

function isStorageError(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'storage';
}
