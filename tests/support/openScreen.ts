import { expect, type Page } from '@playwright/test';

/** Opens a URL in a browser that has a session for workspace `acme`, and waits for the shell. */
export async function openScreen(page: Page, address: string): Promise<void> {
  const data = { workspace: 'acme', token: 'sandbox-token' };
  // The cookie of the response belongs to the browser context.
  expect((await page.request.post('/api/session', { data })).status()).toBe(200);
  await page.goto(address);
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeVisible();
}
