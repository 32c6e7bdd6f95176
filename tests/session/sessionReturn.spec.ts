import { expect, type Page } from '@playwright/test';
import { drawn, signIn, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('keeps no token in a cached page, and restores only a stored session', async ({ page, context }) => {
  const list = page.getByRole('list', { name: 'Regions of CLOUDA' });
  const gate = page.getByRole('heading', { name: 'Sign in' });
  await openScreen(page, '/workspaces/acme/regions');
  await expect(list).toBeVisible();
  await putAway(page);
  await expect(gate).toBeVisible();
  await expect(page.getByText('US_WEST_2')).toHaveCount(0);
  await bringBack(page);
  await expect(list).toBeVisible();

  // Somebody signs out meanwhile.
  await putAway(page);
  const second = await context.newPage();
  await openScreen(second, '/workspaces/acme/regions');
  await second.getByRole('button', { name: 'Sign out' }).click();
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await bringBack(page);
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sandbox-token');

  // One that was not to be kept.
  await signIn(page);
  await expect(list).toBeVisible();
  await putAway(page);
  await expect(page.getByText('US_WEST_2')).toHaveCount(0);
  await bringBack(page);
  await drawn(page);
  await expect(gate).toBeVisible();
  await signIn(page);
  await expect(list).toBeVisible();
});

// Chromium keeps no page whose document says no-store, so the events it would send are sent by hand.
function putAway(page: Page) {
  return page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  });
}

function bringBack(page: Page) {
  return page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
}
