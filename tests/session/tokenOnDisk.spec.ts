import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Locator, test } from '@playwright/test';
import { chromiumFlags, findChromium } from '../support/browsers.mjs';
import { filesWith } from '../support/filesWith.ts';
import { startSite } from '../support/startSite.ts';

const token = `canary${randomBytes(12).toString('hex')}`;

test('the browser profile on disk never contains the token, even after Show token', async () => {
  const executablePath = findChromium({ savesSessions: true });
  const profile = mkdtempSync(join(tmpdir(), 'console-profile-'));
  const { site, close } = await startSite({ otherTokens: [token] });
  const options = { ...(executablePath && { executablePath }), args: [...chromiumFlags] };
  const context = await chromium.launchPersistentContext(profile, options);
  const page = await context.newPage();
  const workspace = page.getByLabel('Workspace', { exact: true });
  const tokenField = page.getByLabel('Access token', { exact: true });

  /** Types a marker and waits until the browser has saved it. An earlier token would be on disk by then. */
  async function expectNoTokenOnDisk(step: string, field: Locator) {
    const marker = `marker-${step}`;
    await field.fill(marker);
    await expect.poll(() => filesWith(profile, marker)).not.toEqual([]);
    expect(filesWith(profile, token), step).toEqual([]);
  }

  await page.goto(`${site.origin}/workspaces/acme/compute`);
  await tokenField.pressSequentially(token);
  await page.getByRole('button', { name: 'Show token' }).click();
  await expect(tokenField).toHaveAttribute('type', 'text');
  await expectNoTokenOnDisk('shown', workspace);
  await workspace.fill('acme');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectNoTokenOnDisk('signed-in', page.getByRole('searchbox', { name: 'Search instances' }));
  await context.close();
  expect(filesWith(profile, token), 'closed').toEqual([]);
  await close();
  rmSync(profile, { recursive: true });
});
