import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { filesWith } from '../support/filesWith.ts';
import { test } from './story.ts';

const token = `canary${randomBytes(12).toString('hex')}`;
test.use({ otherTokens: [token] });

test('the profile on disk contains the token only if "Keep me signed in" is on', async ({ tab, driver }) => {
  const { profile = '' } = driver;

  /** Types a marker and waits until the marker is on disk. The token was typed earlier, and must not be on disk. */
  async function expectNoTokenOnDisk(step: string, fieldLabel: string) {
    const marker = randomBytes(12).toString('hex');
    // If the browser saved nothing, type again, because a page that has just changed can lose the first text.
    await expect(async () => {
      await tab.fill(fieldLabel, marker);
      const markerSaved = expect.poll(() => filesWith(profile, marker), { timeout: 5_000 });
      await markerSaved.not.toEqual([]);
    }, `marker ${step}`).toPass({ timeout: 30_000 });
    expect(filesWith(profile, token), step).toEqual([]);
  }

  await tab.open('/workspaces/acme/compute');
  await tab.fill('Access token', token);
  await tab.click('button', 'Show token');
  await expectNoTokenOnDisk('after showing', 'Workspace');
  await tab.fill('Workspace', 'acme');
  await tab.click('button', 'Sign in');
  await expectNoTokenOnDisk('while signed in', 'Search instances');
  await tab.click('button', 'Sign out');

  // Prove that the search finds a token that the browser saves.
  await tab.fill('Access token', token);
  await tab.click('checkbox', 'Keep me signed in in this tab');
  await tab.click('button', 'Sign in');
  // The browser decides when it saves the session.
  await expect.poll(() => filesWith(profile, token), { timeout: 30_000 }).not.toEqual([]);
});
