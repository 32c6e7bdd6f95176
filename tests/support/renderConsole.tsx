import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { boot } from '../../src/app/boot.ts';
import type { ConsoleConfig } from '../../src/config.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { fillJsdomGaps } from './fillJsdomGaps.ts';
import { listenSandbox } from './listenSandbox.ts';

// A screen's code is fetched when it is first needed. Vitest transforms it then, which on a busy machine takes seconds: it
// is asked for here, before any test waits for it.
import '../../src/features/compute/ComputeDialogs.tsx';
import '../../src/features/subscription/HistoryPage.tsx';

configure({ asyncUtilTimeout: 5_000 });

type Options = {
  /** The address the browser is at; `/` without. */
  at?: string;
  sandbox?: SandboxOptions;
  config?: Partial<ConsoleConfig>;
};

export type RenderedConsole = {
  user: UserEvent;
  /** The service of this test alone: ask it what really happened. */
  sandbox: Sandbox;
  /** Where the sandbox listens, and the origin of the page: calls to it are same-origin, as in production. */
  origin: string;
};

/**
 * Renders the whole console at an address in jsdom, over real HTTP, on a sandbox of its own. The file that uses it
 * starts with `// @vitest-environment jsdom`. Everything ends with the test.
 */
export async function renderConsole(options: Options = {}): Promise<RenderedConsole> {
  const sandbox = createSandbox(options.sandbox);
  const listening = await listenSandbox(sandbox);
  onTestFinished(async () => {
    cleanup();
    sandbox.close();
    await listening.close();
    restoreGaps();
  });
  const restoreGaps = fillJsdomGaps();
  visit(listening.origin + (options.at ?? '/'));
  const user = userEvent.setup();
  const config = { ...onSandbox, ...options.config };
  render(<App {...boot(config)} />);
  return { user, sandbox, origin: listening.origin };
}

/** Signs in through the gate, as an admin would; the sandbox's own workspace and token without others. */
export async function signIn(user: UserEvent, as: { workspaceSlug?: string; token?: string } = {}) {
  const workspace = await screen.findByLabelText('Workspace');
  await user.clear(workspace);
  await user.type(workspace, as.workspaceSlug ?? 'acme');
  await user.type(screen.getByLabelText('Access token'), as.token ?? 'sandbox-token');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

const onSandbox: ConsoleConfig = {
  serviceUrl: '/api',
  instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
  databases: ['orders', 'analytics', 'identity'],
  idleMinutes: 15,
  sandbox: { workspaceSlug: 'acme', token: 'sandbox-token' },
};

/** A new tab at an address: jsdom itself has to be told, for no script may change the origin of its page. */
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
