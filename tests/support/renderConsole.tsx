import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { App, loadConsole } from '../../src/app/App.tsx';
import { startApp } from '../../src/app/startApp.ts';
import { type ConsoleConfig, parseConfig } from '../../src/config.ts';
import { paths } from '../../src/paths.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { fillJsdomGaps } from './fillJsdomGaps.ts';
import { listenSandbox } from './listenSandbox.ts';

// Import code that screens load later. Otherwise Vitest would transform the code during a test, which takes seconds.
import '../../src/app/ActivityRoute.tsx';
import '../../src/app/CommandPalette.tsx';
import '../../src/app/Console.tsx';
import '../../src/app/RegionsRoute.tsx';
import '../../src/instances/table/SummaryCharts.tsx';
import '../../src/subscription/HistoryPage.tsx';
import '../../src/ui/menuParts.tsx';

configure({ asyncUtilTimeout: 15_000 });

type Options = {
  sandbox?: SandboxOptions;
  config?: Partial<ConsoleConfig>;
  /** Runs before the console starts. */
  beforeStart?: () => void;
};

type RenderedConsole = {
  user: UserEvent;
  /** The service of this test. */
  sandbox: Sandbox;
};

/**
 * Renders the whole console in jsdom until the test ends, with a stored session for the workspace in the URL. It sends HTTP
 * requests to a new sandbox. The test file must start with `// @vitest-environment jsdom`.
 */
export async function renderScreen(at: string, options: Options = {}): Promise<RenderedConsole> {
  const sandbox = createSandbox(options.sandbox);
  const { origin, close } = await listenSandbox(sandbox);
  fillJsdomGaps();
  visit(origin + at);
  const workspace = paths.workspaceOf(location.pathname) ?? 'acme';
  const session = { id: crypto.randomUUID(), workspace, token: 'sandbox-token', activeAt: Date.now() };
  sessionStorage.setItem('workspace-console.4.session.sandbox', JSON.stringify(session));
  options.beforeStart?.();
  const page = startApp({ ...sandboxConfig, ...options.config });
  onTestFinished(async () => {
    page.session.close();
    cleanup();
    sandbox.close();
    await close();
  });
  await loadConsole(page);
  render(<App {...page} onRender={() => undefined} />);
  return { user: userEvent.setup({ delay: null }), sandbox };
}

/** Changes the URL without a reload, and dispatches `popstate` as the Back button does. */
export function goTo(path: string): void {
  history.pushState(null, '', path);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
}

const sandboxConfig = await parseConfig({
  serviceId: 'sandbox',
  instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
  databases: ['orders', 'analytics', 'identity'],
  sandbox: { workspaceSlug: 'acme', token: 'sandbox-token' },
});

/**
 * Opens a URL in an empty tab. The sandbox has the same origin, as in production, so this uses the API of jsdom: a page can't
 * change its own origin.
 */
function visit(url: string): void {
  const tab: unknown = Reflect.get(globalThis, 'jsdom');
  if (!isTab(tab)) throw new Error('Start the file with // @vitest-environment jsdom');
  tab.reconfigure({ url });
  localStorage.clear();
  sessionStorage.clear();
}

type Tab = { reconfigure(settings: { url: string }): void };

function isTab(value: unknown): value is Tab {
  return typeof value === 'object' && value !== null && 'reconfigure' in value;
}
