import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { filesWith } from '../support/filesWith.ts';
import { test } from './story.ts';

// Not hexadecimal: Firefox compresses its files with LZ4, which shortens any four characters that occur twice.
const token = randomBytes(12).toString('base64url');
test.use({ otherTokens: [token] });

test('the token is only in the profile on disk while "Keep me signed in" is on', async ({ tab, driver }) => {
  const { folder } = driver;
  if (folder === undefined) throw new Error('The profile of this browser is unknown.');

  /** Types a marker and waits until the browser has saved it, so that a token typed before it would be saved too. */
  async function expectNoToken(step: string, label: string) {
    const marker = randomBytes(12).toString('base64url');
    // Types again if the browser saved nothing, because a page that has just changed can lose the first text.
    await expect(async () => {
      await tab.fill(label, marker);
      const saved = expect.poll(() => filesWith(folder ?? '', marker), {
        message: `marker ${step}`,
        timeout: 5_000,
      });
      await saved.not.toEqual([]);
    }).toPass({ timeout: 30_000 });
    expect(filesWith(folder ?? '', token), step).toEqual([]);
  }

  await tab.open('/workspaces/acme/compute');
  await tab.fill('Access token', token);
  await tab.click('button', 'Show token');
  await expectNoToken('after showing', 'Workspace');
  await tab.fill('Workspace', 'acme');
  await tab.click('button', 'Sign in');
  await expectNoToken('while signed in', 'Search instances');
  await tab.click('button', 'Sign out');
  await expectNoToken('after signing out', 'Workspace');

  // The search finds the token if the browser saves it.
  await tab.fill('Workspace', 'acme');
  await tab.fill('Access token', token);
  await tab.click('checkbox', 'Keep me signed in in this tab');
  await tab.click('button', 'Sign in');
  await expect.poll(() => filesWith(folder, token)).not.toEqual([]);
});
