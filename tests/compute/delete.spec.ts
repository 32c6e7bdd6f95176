import { expect } from '@playwright/test';
import { openScreen, test, waitForRender } from '../support/console.ts';
import { deleteOne, deleteRequests, deleteSelected, rowOf, rows, selectRows } from './computeRows.ts';

const orders = '/workspaces/acme/compute?database=orders';
const deletionsUrl = /\/api\/workspaces\/acme\/deletions\/[0-9a-f-]{36}$/;

test('every admin sees a delete, and without a proof it stays', async ({ page, browser, site }) => {
  await openScreen(page, orders);
  const colleague = await browser.newPage({ baseURL: site.origin });
  await colleague.clock.install();
  await openScreen(colleague, orders);
  await expect(rows(colleague)).toHaveCount(8);
  const release = site.holdDeletes();
  const running = await deleteOne(page, 'orders-primary');
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(1);
  // A page that has nothing open asks for the log every 15 seconds, and when a dialog opens.
  await colleague.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  await expect(colleague.getByRole('alertdialog')).toContainText('This instance is being deleted already.');
  await colleague.getByRole('button', { name: 'Cancel' }).click();
  await running.getByRole('button', { name: 'Close' }).click();
  for (const each of [page, colleague]) {
    await expect(rowOf(each, 'orders-primary')).toContainText(/Being deleted by token [0-9a-f]{8}/);
    await expect(each.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeDisabled();
  }
  release();
  for (const each of [page, colleague]) await expect(rows(each)).toHaveCount(7);
  await colleague.close();

  site.answer((request) => (request.method === 'DELETE' ? Response.json({ ok: true }) : null));
  const result = await deleteOne(page, 'orders-replica');
  await expect(result).toHaveAccessibleName('No clear result: orders-replica');
  await result.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: "We don't know whether orders-replica" });
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert).toHaveCount(0);
  await expect(rows(page)).toHaveCount(7);
  expect(deleteRequests(site.wire)).toHaveLength(2);
});

test('a lost answer → one DELETE', async ({ page, site, expectConsole }) => {
  expectConsole(/ERR_|Failed to load resource/);
  await openScreen(page, orders);
  const ids: string[] = [];
  await page.route(deletionsUrl, async (route) => {
    ids.push(route.request().url());
    if (ids.length > 1) return route.continue();
    // The server gets the request, and its answer never reaches the page.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.clock.install();
  await deleteOne(page, 'orders-primary');
  await expect.poll(() => page.clock.runFor(1_000).then(() => ids.length)).toBeGreaterThan(1);
  await expect(rows(page)).toHaveCount(7);
  expect(new Set(ids).size).toBe(1);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test('a 401 → one sign-in form', async ({ page, site, expectConsole }) => {
  expectConsole(/status of 401/);
  await openScreen(page, orders);
  await expect(rows(page)).toHaveCount(8);
  site.answer((request) =>
    request.method === 'DELETE' || request.url.includes('/compute')
      ? Response.json({ message: 'The token has expired.', statusCode: 401 }, { status: 401 })
      : null,
  );
  await deleteOne(page, 'orders-primary');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(1);
  site.answer(null);
  await page.getByLabel('Access token', { exact: true }).fill('sandbox-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(rows(page)).toHaveCount(8);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test('deletes go on without their page', async ({ page, context, site }) => {
  await openScreen(page, orders);
  const release = site.holdDeletes();
  const running = await deleteOne(page, 'orders-primary');
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(1);
  await running.getByRole('button', { name: 'Close' }).click();
  const names = ['orders-replica', 'orders-reports', 'orders-staging', 'orders-exports'];
  await selectRows(page, names);
  await deleteSelected(page, 4);
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(2);
  await page.close();
  release();
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(5);
  const next = await context.newPage();
  await next.goto('/workspaces/acme/activity');
  await expect(next.getByRole('button', { name: /orders-primary/ })).toContainText('Deleted');
  await next.getByRole('button', { name: /4 instances/ }).click();
  for (const name of names) await expect(next.getByText(name).first()).toBeVisible();
  const indicator = next.getByRole('button', { name: 'Bulk delete: 4 of 4 by you' });
  await indicator.click();
  await expect(next.getByRole('alertdialog').getByRole('button', { name: 'Copy evidence' })).toBeVisible();
  await next.clock.install();
  await next.goto(orders);
  await expect(rows(next)).toHaveCount(3);
  // Its code loads after the rows, like that of Details.
  await rows(next).getByRole('button').first().click();
  await expect(next.getByRole('button', { name: 'Next instance' })).toBeVisible();
  await next.clock.runFor(1_000);
  await waitForRender(next);
  await expect(indicator).toHaveCount(0);
});

test('offline → none sent; a double click → one', async ({ page, context, site, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await openScreen(page, orders);
  await page.getByRole('button', { name: 'Delete orders-reports', exact: true }).click();
  const offline = page.getByRole('alertdialog', { name: /orders-reports/ });
  await offline.getByLabel('Type orders-reports to confirm').fill('orders-reports');
  await context.setOffline(true);
  await offline.getByRole('button', { name: 'Delete instance' }).click({ force: true });
  await expect(offline).toHaveAccessibleName('Not sent: orders-reports');
  await expect(offline.getByRole('alert')).toContainText("You're offline.");
  await context.setOffline(false);
  await offline.getByRole('button', { name: 'Close' }).click();
  expect(deleteRequests(site.wire)).toEqual([]);
  for (const name of ['orders-primary', 'orders-replica']) {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: new RegExp(name) });
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    if (name === 'orders-primary') await dialog.getByRole('button', { name: 'Delete instance' }).dblclick();
    else for (let press = 0; press < 4; press += 1) await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  }
  await expect(rows(page)).toHaveCount(6);
  expect(deleteRequests(site.wire)).toHaveLength(2);
});

test('a bulk delete begins → its progress gets the focus, and no earlier opener', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/activity');
  await page.getByRole('link', { name: 'Compute' }).click();
  const earlier = page.getByRole('alertdialog', { name: 'Delete orders-preview' });
  await page.evaluate(() => {
    const focused: string[] = [];
    Object.assign(window, { focused });
    addEventListener('focusin', ({ target }) => focused.push((target as Element).ariaLabel ?? ''));
  });
  const countFocused = (name: string) =>
    page.evaluate(
      (awaited) => Reflect.get(window, 'focused').filter((each: string) => each === awaited).length,
      name,
    );
  for (const isLast of [false, true]) {
    await page.getByRole('button', { name: 'Delete orders-preview', exact: true }).click();
    await expect(earlier).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(earlier).toHaveCount(0);
    const first = rows(page).getByRole('checkbox').first();
    await first.check();
    await rows(page).getByRole('checkbox').nth(1).check();
    const release = site.holdDeletes();
    await page.getByRole('button', { name: 'Delete 2 instances', exact: true }).click();
    await page.getByLabel('Type delete 2 in acme to confirm').fill('delete 2 in acme');
    const earlierCount = await countFocused('Delete orders-preview');
    await page.keyboard.press('Enter');
    const progress = page.getByRole('alertdialog');
    await expect(progress.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(progress).toHaveCount(1);
    if (isLast) await page.goBack();
    await waitForRender(page);
    expect(await progress.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    expect(await countFocused('Delete orders-preview')).toBe(earlierCount);
    release();
    await expect(progress).toHaveAccessibleName('Bulk delete of 2 instances has ended');
    await progress.getByRole('button', { name: 'Close' }).click();
  }
  expect(deleteRequests(site.wire)).toHaveLength(4);
});
