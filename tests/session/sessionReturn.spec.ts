import { expect, type Page } from '@playwright/test';
import { drawn, signIn, test } from '../support/console.ts';
import { openScreen, signInAt } from '../support/openScreen.ts';

test('Back after a sign-out in another tab shows nothing but the gate', async ({
  page,
  context,
  expectConsole,
}) => {
  // The page in between has no icon.
  expectConsole(/status of 404/);
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await page.goto('/healthz');
  const second = await context.newPage();
  await openScreen(second, '/workspaces/acme/regions');
  await second.getByRole('button', { name: 'Sign out' }).click();
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sandbox-token');
});

test.describe('a page that the browser puts away whole', () => {
  for (const keep of [true, false])
    test(`holds nothing meanwhile, ${keep ? 'and goes on with the kept session' : 'and comes back to the gate'}`, async ({
      page,
    }) => {
      await signInAt(page, '/workspaces/acme/regions', { keep });
      await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
      await putAway(page);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(page.getByText('US_WEST_2')).toHaveCount(0);
      await bringBack(page);
      if (keep) await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
      else {
        await drawn(page);
        await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
        await signIn(page);
        await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
      }
    });

  test('comes back to the gate where somebody signed out meanwhile', async ({ page, context }) => {
    await openScreen(page, '/workspaces/acme/regions');
    await putAway(page);
    const second = await context.newPage();
    await openScreen(second, '/workspaces/acme/regions');
    await second.getByRole('button', { name: 'Sign out' }).click();
    await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await bringBack(page);
    await expect(page.getByText('You signed out in another tab.')).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sandbox-token');
  });
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
