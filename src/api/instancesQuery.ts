import type { Connection } from './Connection.ts';
import { listInstances } from './listInstances.ts';
import { workspaceKey } from './workspaceKey.ts';

/** The configured listing of one database as a value: key and fetch. */
export function instancesQuery(
  connection: Connection,
  template: string,
  target: { workspaceSlug: string; databaseName: string },
) {
  const { workspaceSlug, databaseName } = target;
  return {
    queryKey: [...workspaceKey(connection, workspaceSlug), 'databases', databaseName, 'compute'],
    queryFn: ({ signal }: { signal: AbortSignal }) => listInstances(connection, template, target, signal),
  };
}
