import { expect, type Page } from '@playwright/test';
import { signIn } from './console.ts';

type Options = { workspaceSlug?: string; token?: string };

/**
 * Opens a URL in a tab with a stored session and waits for the shell. Use `signInAt` to test the sign-in form or a session
 * that isn't stored.
 */
export async function openScreen(page: Page, address: string, options: Options = {}): Promise<void> {
  const { workspaceSlug: workspace = workspaceIn(address), token = 'sandbox-token' } = options;
  const { serviceId } = await (await page.request.get('/config.json')).json();
  const initScript = await page.addInitScript(storeSession, { serviceId, workspace, token });
  await page.goto(address);
  // Store the session only once, because a load after a sign-out must find no session.
  await initScript.dispose();
  await expectShell(page);
}

/** Opens a URL, signs in with the form and waits for the shell. */
export async function signInAt(
  page: Page,
  address: string,
  { keep = false, ...options }: Options & { keep?: boolean } = {},
): Promise<void> {
  await page.goto(address);
  if (keep) await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page, { workspaceSlug: workspaceIn(address), ...options });
  await expectShell(page);
}

/** Stores a session. Runs in the page, because the test may have changed the clock of the page. */
function storeSession({
  serviceId,
  ...session
}: {
  serviceId: string;
  workspace: string;
  token: string;
}): void {
  const stored = { id: crypto.randomUUID(), activeAt: Date.now(), ...session };
  sessionStorage.setItem(`workspace-console.4.session.${serviceId}`, JSON.stringify(stored));
}

async function expectShell(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeVisible();
}

function workspaceIn(address: string): string {
  const slug = /\/workspaces\/([^/?#]+)/.exec(address)?.[1];
  return slug === undefined ? 'acme' : decodeURIComponent(slug);
}
