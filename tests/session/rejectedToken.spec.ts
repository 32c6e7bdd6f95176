import { expect } from '@playwright/test';
import { deleteSelected, idsInDeletes } from '../instances/computeRows.ts';
import { expectNoAxeViolations, signIn, test, waitForRender } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const rejection = { status: 401, json: { message: 'The token has expired.', statusCode: 401 } };

test('[19, 20 DELETE] parallel 401s show one form and keep the dialog, and no delete is repeated', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/compute?q=orders&sort=-created');
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  // The service accepts the first DELETE. The next three are rejected at the same time.
  let heldCount = 0;
  const release = await holdCalls(page, '**/compute/*', () => (heldCount += 1));
  await page.route('**/compute/*', (route) => route.continue(), { times: 1 });
  await deleteSelected(page, 8);
  await expect.poll(() => heldCount).toBe(3);
  await release(rejection);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(1);
  const form = page.getByRole('main').filter({ has: page.getByRole('heading', { name: 'Sign in' }) });
  await expect(form.getByRole('alert')).toContainText('Your access token is no longer accepted.');
  await expect(form.getByRole('alert')).toContainText('Nothing is sent again.');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.unroute('**/compute/*');
  await signIn(page);
  const dialog = page.getByRole('alertdialog', { name: 'Stopped after 4 of 8' });
  await expect(dialog.getByRole('img', { name: 'Results: deleted 1, rejected 3, not sent 4' })).toBeVisible();
  expect(page.url()).toMatch(/\/workspaces\/acme\/compute\?q=orders&sort=-created$/);
  await page.clock.runFor(61_000);
  await waitForRender(page);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});

test.describe('with twenty databases', () => {
  const databaseNames = Array.from({ length: 20 }, (_, index) => `database-${index}`);
  test.use({ serverOptions: { env: { DATABASES: databaseNames.join(',') } }, otherTokens: ['second-token'] });

  test('[19, 20 history, regions] parallel 401s show one form; a new token loads lists', async ({
    page,
    site,
    expectConsole,
  }) => {
    // The browser also logs 404s, because the sandbox doesn't have these databases.
    expectConsole(/status of (401|404)/);
    await openScreen(page, '/workspaces/acme/compute');
    await expect(page.getByRole('alert').filter({ hasText: 'database-19' })).toBeVisible();
    const requests: string[] = [];
    const release = await holdCalls(page, '**/api/**', () => requests.push('a request'));
    // A link prefetches the data of its screen when the mouse is over the link.
    for (const name of ['Subscription history', 'Regions']) await page.getByRole('link', { name }).hover();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => requests.length).toBe(22);
    const countBefore = site.wire.length;
    await release(rejection);
    await expect(page.getByRole('alert')).toContainText('Your access token is no longer accepted.');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(1);
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByLabel('Access token', { exact: true })).toBeFocused();
    await expectNoAxeViolations(page);
    expect([requests.length, site.wire.length - countBefore]).toEqual([22, 0]);

    await page.unrouteAll();
    await signIn(page, { token: 'second-token' });
    await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(0);
    for (const [name, list] of [
      ['Subscription history', 'Subscription history'],
      ['Regions', 'Regions of CLOUDA'],
    ] as const) {
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('list', { name: list })).toBeVisible();
    }
    for (const read of ['subscription/history', 'regions'])
      expect(site.wire.filter(({ path }) => path.endsWith(`/acme/${read}`))).toEqual([
        expect.objectContaining({ authorization: 'Bearer second-token' }),
      ]);
  });
});
