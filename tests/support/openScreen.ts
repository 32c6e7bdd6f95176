import { expect, type Page } from '@playwright/test';

type Options = { workspaceSlug?: string; token?: string };

/**
 * Opens a URL in a browser that has a session for its workspace and waits for the shell.
 */
export async function openScreen(page: Page, address: string, options: Options = {}): Promise<void> {
  const { workspaceSlug: workspace = workspaceIn(address), token = 'sandbox-token' } = options;
  // The cookie of the response belongs to the browser context.
  const response = await page.request.post('/api/session', { data: { workspace, token } });
  expect(response.status()).toBe(200);
  await page.goto(address);
  await expectShell(page);
}

async function expectShell(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeVisible();
}

function workspaceIn(address: string): string {
  const slug = /\/workspaces\/([^/?#]+)/.exec(address)?.[1];
  return slug === undefined ? 'acme' : decodeURIComponent(slug);
}
