import { expect, type Page } from '@playwright/test';
import { signIn } from './console.ts';

type Options = { workspaceSlug?: string; keep?: boolean };

/** Goes to an address of the console and signs in there; ends when the shell stands. */
export async function openScreen(page: Page, address: string, options: Options = {}): Promise<void> {
  const { workspaceSlug = workspaceIn(address) ?? 'acme', keep = false } = options;
  await page.goto(address);
  if (keep) await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page, { workspaceSlug });
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeVisible();
}

function workspaceIn(address: string): string | undefined {
  return /^\/workspaces\/([^/]+)/.exec(address)?.[1];
}
