import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render, renderHook } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { App, loadConsole } from '../../src/app/App.tsx';
import { type PageObjects, startPage } from '../../src/app/page.ts';
import { type ConsoleConfig, readConfig } from '../../src/config.ts';
import { BulkDelete } from '../../src/deletion/bulkDelete.ts';
import { DeletionLog } from '../../src/deletion/log.ts';
import { DeletionContext } from '../../src/deletion/useDeletions.ts';
import { paths } from '../../src/paths.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { SessionGate } from '../../src/session/SessionGate.tsx';
import { SignedIn } from '../../src/session/SignedIn.tsx';
import { fillJsdomGaps } from './fillJsdomGaps.ts';
import { listenSandbox } from './listenSandbox.ts';

// Import code that screens load later. Otherwise Vitest would transform the code during a test, which takes seconds.
import '../../src/app/ActivityScreen.tsx';
import '../../src/app/CommandPalette.tsx';
import '../../src/app/Console.tsx';
import '../../src/app/RegionsScreen.tsx';
import '../../src/compute/SummaryParts.tsx';
import '../../src/subscription/HistoryPage.tsx';
import '../../src/ui/menuParts.tsx';

configure({ asyncUtilTimeout: 15_000 });

type Options = {
  /** URL of the page. The default is `/`. */
  at?: string;
  sandbox?: SandboxOptions;
  config?: Partial<ConsoleConfig>;
  /** True if the tab has a stored session for the workspace in the URL. */
  isSignedIn?: boolean;
  /** Runs before the console starts. */
  beforeStart?: () => void;
};

export type RenderedConsole = {
  user: UserEvent;
  /** The service of this test. */
  sandbox: Sandbox;
  /** Origin of the page and of the sandbox, so that requests are same-origin as in production. */
  origin: string;
};

/**
 * Renders the whole console in jsdom until the test ends. It sends HTTP requests to a new sandbox. The test file must start
 * with `// @vitest-environment jsdom`.
 */
async function renderConsole(options: Options = {}): Promise<RenderedConsole> {
  const { page, ...rendered } = await openTab(options);
  render(<App {...page} onRender={() => undefined} />);
  return rendered;
}

/** Renders the console with a stored session. */
export function renderScreen(at: string, options: Options = {}): Promise<RenderedConsole> {
  return renderConsole({ at, isSignedIn: true, ...options });
}

/** Renders a hook in the providers of the console, signed in to the workspace in the URL. */
export async function renderSessionHook<Result>(hook: () => Result, at: string, options: Options = {}) {
  const { page, ...rendered } = await openTab({ at, isSignedIn: true, ...options });
  const { session, queryClient, storage } = page;
  const deletion = { storage, log: new DeletionLog(storage, 'sandbox'), bulk: new BulkDelete() };
  const { result } = renderHook(hook, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <BrowserRouter>
        <QueryClientProvider client={queryClient}>
          <DeletionContext value={deletion}>
            <SessionGate store={session}>
              {(state) => (
                <SignedIn store={session} state={state}>
                  {children}
                </SignedIn>
              )}
            </SessionGate>
          </DeletionContext>
        </QueryClientProvider>
      </BrowserRouter>
    ),
  });
  return { ...rendered, result, queryClient, ...deletion };
}

async function openTab(options: Options): Promise<RenderedConsole & { page: PageObjects }> {
  const sandbox = createSandbox(options.sandbox);
  const sandboxServer = await listenSandbox(sandbox);
  onTestFinished(async () => {
    cleanup();
    sandbox.close();
    await sandboxServer.close();
    restoreGaps();
  });
  const restoreGaps = fillJsdomGaps();
  const at = options.at ?? '/';
  visit(sandboxServer.origin + at);
  if (options.isSignedIn) {
    const workspace = paths.workspaceOf(location.pathname) ?? 'acme';
    const session = { id: 'stored', workspace, token: 'sandbox-token', activeAt: Date.now() };
    sessionStorage.setItem('workspace-console.4.session.sandbox', JSON.stringify(session));
  }
  const user = userEvent.setup({ delay: null });
  options.beforeStart?.();
  await loadConsole();
  const page = startPage({ ...sandboxConfig, ...options.config });
  onTestFinished(() => page.session.close());
  return { user, sandbox, origin: sandboxServer.origin, page };
}

/** Changes the URL without a reload, and dispatches `popstate` as the Back button does. */
export function goTo(path: string): void {
  history.pushState(null, '', path);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
}

const sandboxConfig = await readConfig({
  serviceId: 'sandbox',
  instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
  databases: ['orders', 'analytics', 'identity'],
  sandbox: { workspaceSlug: 'acme', token: 'sandbox-token' },
});

/** Opens a URL in an empty tab. Uses the API of jsdom, because a page can't change its own origin. */
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
