import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { fetchConfig } from './api/configFile.ts';
import type { Connection } from './api/connection.ts';
import { createRegionsQuery } from './api/regions.ts';
import { App, loadConsole } from './app/App.tsx';
import { requestScreen } from './app/firstRequests.ts';
import { findRefusal, PageRefusal } from './app/PageRefusal.tsx';
import { createQueryClient } from './app/queryClient.ts';
import { followTheme } from './app/theme.ts';
import { type ConsoleConfig, readConfig } from './config.ts';
import { BulkDelete } from './deletion/bulkDelete.ts';
import { DeletionLog } from './deletion/log.ts';
import { paths } from './paths.ts';
import { configStore } from './session/config.ts';
import { type PrefetchedList, SessionStore } from './session/session.ts';
import { ServiceStorage } from './storage.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID "root".');
void start(root);

async function start(root: HTMLElement): Promise<void> {
  // The frame of the shell must not cover a message.
  const showRoot = () => delete document.documentElement.dataset.session;
  const refusal = findRefusal(window);
  if (refusal !== null) {
    showRoot();
    return createRoot(root).render(<PageRefusal {...refusal} />);
  }
  try {
    startConsole(root, await readPageConfig());
  } catch (error) {
    showRoot();
    const reason = error instanceof Error ? error.message : '';
    root.textContent = `The console couldn't start. ${reason} Reload the page, or contact your operator.`;
  }
}

/** Our server writes the configuration into the page. A static host serves it as a file. */
function readPageConfig(): Promise<ConsoleConfig> {
  const text = document.getElementById('config')?.textContent;
  return text ? readConfig(JSON.parse(text)) : fetchConfig();
}

function startConsole(root: HTMLElement, config: ConsoleConfig): void {
  configStore.setState(config, true);
  followTheme();
  const { serviceId } = config;
  const queryClient = createQueryClient();
  const storage = new ServiceStorage(serviceId);
  const deletion = { storage, log: new DeletionLog(storage, serviceId), bulk: new BulkDelete() };
  const session = new SessionStore({
    ...config,
    prefetch: requestFirstScreen,
    onVerified: (connection, workspace, regions) =>
      queryClient.setQueryData(createRegionsQuery(connection, workspace).queryKey, regions),
    onChange: () => queryClient.clear(),
  });
  session.subscribe(() => deletion.bulk.noteSessionChange());
  storage.onChange((tables) => {
    for (const table of tables) void queryClient.invalidateQueries({ queryKey: [table] });
  });
  const state = session.getState();
  if (
    state.status === 'signed-in' &&
    (paths.workspaceOf(window.location.pathname) ?? state.workspace) === state.workspace
  )
    requestFirstScreen(state.connection, state.workspace).commit();
  // The requests leave first, because evaluating the code would delay them.
  void loadConsole().catch(() => undefined);

  const app = (
    <StrictMode>
      <App session={session} queryClient={queryClient} deletion={deletion} />
    </StrictMode>
  );
  const isPrerendered = root.childElementCount > 0 && state.status === 'signed-out';
  if (isPrerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);

  /** Requests the data of the screen in the URL. */
  function requestFirstScreen(connection: Connection, workspace: string): PrefetchedList {
    const screen = paths.screenOf(window.location.pathname) ?? 'compute';
    return requestScreen(queryClient, screen, { connection, workspace, storage });
  }
}
