import { expect, type Route } from '@playwright/test';
import { confirmBulk, idsInDeletes } from '../compute/computeRows.ts';
import { expectNoAxeViolations, signIn, test, waitForRender } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

test('[19 DELETE] a 401 shows the sign-in form, keeps the dialog and repeats no delete', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/compute?q=orders&sort=-created');
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const field = page.getByLabel('Type orders-primary to confirm');
  await field.fill('orders-primary');
  await page.route('**/api/**', rejectAll);
  await page.getByRole('button', { name: 'Delete instance' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(1);
  const form = page.getByRole('main').filter({ has: page.getByRole('heading', { name: 'Sign in' }) });
  await expect(form.getByRole('alert')).toContainText('Your access token is no longer accepted.');
  await expect(form.getByRole('alert')).toContainText('Nothing is sent again.');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.unroute('**/api/**');
  await signIn(page);
  const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
  await expect(dialog.getByRole('alert')).toContainText("orders-primary wasn't deleted");
  await expect(field).toHaveValue('orders-primary');
  expect(page.url()).toMatch(/\/workspaces\/acme\/compute\?q=orders&sort=-created$/);
  await page.clock.runFor(61_000);
  await waitForRender(page);
  expect(idsInDeletes(site.wire)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'orders-primary' })).toContainText(
    'removed, queued for deletion',
  );
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});

test('[20 DELETE] many 401s show one sign-in form and repeat no delete', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByText('24 instances')).toBeVisible();
  await page.getByRole('checkbox', { name: /Select all/ }).check();
  await page.getByRole('button', { name: 'Delete 24 instances' }).click();
  await page.route('**/api/**', rejectAll);
  await confirmBulk(page, 24);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(1);
  await expect(page.getByRole('alert').filter({ hasText: 'no longer accepted' })).toHaveCount(1);
  await page.clock.runFor(61_000);
  await page.unroute('**/api/**');
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(0);
  await page.clock.runFor(61_000);
  await waitForRender(page);
  expect(idsInDeletes(site.wire)).toEqual([]);
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

const rejection = { status: 401, json: { message: 'The token has expired.', statusCode: 401 } };

function rejectAll(route: Route) {
  return route.fulfill(rejection);
}
