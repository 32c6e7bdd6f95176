import type { Connection } from './Connection.ts';
import { listRegions } from './listRegions.ts';
import { workspaceKey } from './workspaceKey.ts';

/** The read of section 4.3 as a value: key and fetch, shared by the sign-in proof and the Regions screen. */
export function regionsQuery(connection: Connection, workspaceSlug: string) {
  return {
    queryKey: [...workspaceKey(connection, workspaceSlug), 'regions'],
    queryFn: ({ signal }: { signal: AbortSignal }) => listRegions(connection, workspaceSlug, signal),
  };
}
