import type { Connection } from './Connection.ts';

/** The beginning of every query key: service, then workspace, so that one prefix clears a workspace. Never a token. */
export function workspaceKey(connection: Pick<Connection, 'serviceUrl'>, workspaceSlug: string) {
  return [connection.serviceUrl, 'workspaces', workspaceSlug] as const;
}
