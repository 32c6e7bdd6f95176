import { expect, type Page } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import {
  deleteOne,
  deleteRequests,
  deleteSelected,
  idsInDeletes,
  rowOf,
  rows,
  selectRows,
} from './computeRows.ts';

const orders = '/workspaces/acme/compute?database=orders';
const deletionsUrl = /\/api\/workspaces\/acme\/deletions\/[0-9a-f-]{36}$/;

const result = (page: Page, name: string) => page.getByRole('alertdialog', { name });

test('the row of a deleted instance is removed for every admin, and stays away after a reload', async ({
  page,
  browser,
  site,
}) => {
  await openScreen(page, orders);
  const colleague = await browser.newPage({ baseURL: site.origin });
  await openScreen(colleague, orders);
  await expect(rows(colleague)).toHaveCount(8);
  const release = site.holdDeletes();
  await deleteOne(page, 'orders-primary');
  // A page that has nothing open asks for the log every 15 seconds.
  await expect(rowOf(colleague, 'orders-primary')).toContainText('Being deleted by', { timeout: 20_000 });
  await expect(colleague.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeDisabled();
  release();
  for (const each of [page, colleague]) await expect(rows(each)).toHaveCount(7);
  await page.reload();
  await expect(rows(page)).toHaveCount(7);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
  await colleague.close();
});

test('[01 DELETE, history, regions] offline → nothing is sent, and the dialog says so', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await openScreen(page, orders);
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
  await dialog.getByLabel('Type orders-primary to confirm').fill('orders-primary');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Delete instance' }).click({ force: true });
  await expect(dialog).toContainText(/offline/i);
  await context.setOffline(false);
  expect(deleteRequests(site.wire)).toEqual([]);
});

test('[04 DELETE, history, regions] a lost answer is asked for again: one DELETE, and its result', async ({
  page,
  site,
  expectConsole,
}) => {
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
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toHaveCount(7);
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThan(1);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test.describe('a token that the service no longer accepts', () => {
  test('[19, 20 DELETE, history, regions] one form covers the page, and nothing is sent again', async ({
    page,
    site,
    expectConsole,
  }) => {
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
});

test('[35 DELETE, history, regions] a page that is closed during a delete → the next one shows the result', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, orders);
  const release = site.holdDeletes();
  await deleteOne(page, 'orders-primary');
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(1);
  await page.close();
  release();
  const next = await context.newPage();
  await next.goto('/workspaces/acme/activity');
  await expect(next.getByRole('button', { name: /orders-primary/ })).toContainText('Deleted');
  await next.goto(orders);
  await expect(rows(next)).toHaveCount(7);
});

test('[36 DELETE, history, regions] a double click and a held Enter → one request', async ({
  page,
  site,
}) => {
  await openScreen(page, orders);
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

test('a result without a proof stays on screen until it is dismissed', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of/);
  await openScreen(page, orders);
  site.answer((request) => (request.method === 'DELETE' ? Response.json({ ok: true }) : null));
  await deleteOne(page, 'orders-primary');
  const dialog = result(page, 'No clear result: orders-primary');
  await expect(dialog.getByRole('heading', { name: 'No clear result' })).toBeVisible();
  await expect(dialog).toContainText("We don't know whether orders-primary was deleted");
  await dialog.getByRole('button', { name: 'Close' }).click();
  const alert = page.getByRole('alert').filter({ hasText: "We don't know whether" });
  await expect(alert).toBeVisible();
  await page.reload();
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert).toHaveCount(0);
  await expect(rows(page)).toHaveCount(8);
});

test('a bulk delete goes on without its page, and any admin sees its results', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, orders);
  const names = ['orders-primary', 'orders-replica', 'orders-reports', 'orders-staging'];
  await selectRows(page, names);
  const release = site.holdDeletes();
  await deleteSelected(page, 4);
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(1);
  await page.close();
  release();
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(4);
  const next = await context.newPage();
  await next.goto('/workspaces/acme/activity');
  const entry = next.getByRole('button', { name: /4 instances/ });
  await entry.click();
  for (const name of names) await expect(next.getByText(name).first()).toBeVisible();
  await next.goto(orders);
  await expect(rows(next)).toHaveCount(4);
});

test('a bulk delete stops at the first doubt, and offers what was not sent', async ({ page, site }) => {
  await openScreen(page, orders);
  await selectRows(page, ['orders-primary', 'orders-replica', 'orders-reports']);
  site.answer((request) => (request.method === 'DELETE' ? Response.json({ ok: true }) : null));
  const dialog = await deleteSelected(page, 3);
  await expect(dialog).toContainText("We don't know whether orders-primary was deleted");
  await dialog.getByRole('button', { name: 'Select the 2 that were not sent' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  expect(deleteRequests(site.wire)).toHaveLength(1);
});
