import type { QueryClient } from '@tanstack/react-query';
import { createRegionsQuery } from '../api/regions.ts';
import type { ConsoleConfig } from '../config.ts';
import { paths, type Screen } from '../paths.ts';
import type { Connection } from '../rules/connection.ts';
import { configStore } from '../session/config.ts';
import { type PrefetchHandle, SessionStore } from '../session/session.ts';
import { ServiceStorage } from '../storage.ts';
import { prefetchScreen } from './firstRequests.ts';
import { createQueryClient } from './queryClient.ts';

export type AppObjects = { session: SessionStore; queryClient: QueryClient; storage: ServiceStorage };

/** Restores the stored session, connects the cache with session and storage, and requests the data of the first screen. */
export function startApp(config: ConsoleConfig): AppObjects {
  configStore.setState(config, true);
  const queryClient = createQueryClient();
  const storage = new ServiceStorage(config.serviceId);
  const session = new SessionStore({
    ...config,
    // The check itself reads the regions.
    prefetch: (connection, workspace) =>
      screenInUrl() === 'regions' ? nothing : requestFirstScreen(connection, workspace),
    onVerified: (connection, workspace, regions) =>
      queryClient.setQueryData(createRegionsQuery(connection, workspace).queryKey, regions),
    onChange: () => queryClient.clear(),
  });
  storage.onChange((tables) => {
    for (const table of tables) void queryClient.invalidateQueries({ queryKey: [table] });
  });
  const state = session.getState();
  if (state.status === 'signed-in' && isInUrl(state.workspace))
    requestFirstScreen(state.connection, state.workspace).commit();
  return { session, queryClient, storage };

  function requestFirstScreen(connection: Connection, workspace: string): PrefetchHandle {
    return prefetchScreen(queryClient, screenInUrl(), { connection, workspace });
  }
}

const nothing: PrefetchHandle = { commit() {}, drop() {} };

function screenInUrl(): Screen {
  return paths.screenOf(window.location.pathname) ?? 'compute';
}

/** True if the URL has this workspace or none. The token is checked for any other one. */
function isInUrl(workspace: string): boolean {
  return (paths.workspaceOf(window.location.pathname) ?? workspace) === workspace;
}
