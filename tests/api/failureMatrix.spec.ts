import { expect } from '@playwright/test';
import { deleteOne, idsInDeletes, rowOf, rows } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

/** The result that is announced after the deletion of each instance. */
const announcementsByInstance = {
  'extra-fields': 'extra-fields was removed and is queued',
  'numeric-id': /numeric-id was removed.*The returned record has an ID that isn’t a string/,
  accepted: 'The service accepted the deletion of accepted.',
  'no-content': 'no-content was removed and is queued',
  'error-404': 'error-404 wasn’t found',
};

const faultsUrl = '/workspaces/faults/compute?database=orders';

test('[11, 14, 15, 16, 22 DELETE] the row of a deleted or missing instance is removed', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, faultsUrl);
  for (const [name, result] of Object.entries(announcementsByInstance)) {
    await page.getByRole('searchbox', { name: 'Search instances' }).fill(name);
    await expect(await deleteOne(page, name)).toHaveCount(0);
    const results = page.getByRole('status', { name: 'Results' });
    await expect(results).toContainText(result);
    await results.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect(rowOf(page, name)).toHaveCount(0);
  }
  expect(idsInDeletes(site.wire)).toEqual(Object.keys(announcementsByInstance));
});

/** For each instance, the alert in the delete dialog, and the status of the row after the dialog is closed. */
const failedResults = {
  'error-422': [/The service rejected the request.*cannot be processed/s, 'READY'],
  'error-in-200': [/know whether.*error 403: Forbidden/s, 'Unconfirmed'],
  'cut-off': [/know whether.*200.*was cut/s, 'Unconfirmed'],
  'web-page': [/know whether.*web page/s, 'Unconfirmed'],
  'page-404': [/know whether.*Received a web page.*\(HTTP 404\)/s, 'Unconfirmed'],
  'error-410': [/know whether.*Received a web page.*\(HTTP 410\)/s, 'Unconfirmed'],
} as const;

test('[06, 09, 11, 18, 22 DELETE] a response that proves no deletion keeps the row', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|410|422|502)|ERR_/);
  // Our server never sends these web pages, but a proxy in front of the server can.
  const answeredByProxy: string[] = [];
  for (const [name, status] of Object.entries({ 'page-404': 404, 'error-410': 410 }))
    await page.route(`**/compute/${name}`, (route) => {
      answeredByProxy.push(name);
      return route.fulfill({ status, contentType: 'text/html', body: '<h1>default backend</h1>' });
    });
  await openScreen(page, faultsUrl);
  for (const [name, [result, rowStatus]] of Object.entries(failedResults)) {
    await page.getByRole('searchbox', { name: 'Search instances' }).fill(name);
    const dialog = await deleteOne(page, name);
    await expect(dialog.getByRole('alert')).toContainText(result);
    await page.keyboard.press('Escape');
    await expect(rowOf(page, name)).toContainText(rowStatus);
    await expect(rowOf(page, name).getByRole('button', { name: `Delete ${name}` })).toBeEnabled();
  }
  expect([...idsInDeletes(site.wire), ...answeredByProxy]).toEqual(Object.keys(failedResults));
});

test('[33 DELETE] a wrong date or clock causes no wrong time in Activity', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-03-02T14:02:00Z') });
  await openScreen(page, '/workspaces/acme/compute?database=orders&q=orders-primary');
  const release = await holdCalls(page);
  const requestSent = page.waitForRequest('**/compute/*');
  await deleteOne(page, 'orders-primary');
  await requestSent;
  await page.clock.setSystemTime(new Date('2026-03-01T14:02:00Z'));
  const dates = { created: '0000-13-45T00:00:00Z', deleted: '9999-12-31T23:59:60Z' };
  release({ json: { id: 'i-1', workspace: { slug: 'acme' }, sharded: true, ...dates } });
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Activity' }).click();
  const activity = page.getByRole('dialog', { name: 'Activity' });
  await expect(activity.getByRole('listitem')).not.toContainText('ago');
  await activity.getByRole('button', { name: /^orders-primary/ }).click();
  await expect(activity.getByRole('listitem')).toContainText('HTTP status: 200');
  await expect(activity.getByRole('listitem')).not.toContainText('Duration');
  await expect(activity.locator('pre')).toContainText('"deleted": "9999-12-31T23:59:60Z"');
});

test('[09, 22 history] a failed read affects no other screen', async ({ page, site, expectConsole }) => {
  expectConsole(/status of (404|502)/);
  await page.clock.install();
  for (const { fault, reason, requestCount } of [
    { fault: 'web-page', reason: /web page/, requestCount: 3 },
    { fault: 'error-404', reason: /HTTP 404/, requestCount: 1 },
  ]) {
    const countBefore = site.wire.length;
    await openScreen(page, `/workspaces/history-${fault}/subscription/history`);
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(page.getByRole('main').getByRole('alert')).toContainText(reason, { timeout: 100 });
    }).toPass({ intervals: [20] });
    const historyReads = site.wire.slice(countBefore).filter(({ path }) => path.endsWith('/history'));
    expect(historyReads).toHaveLength(requestCount);
    await page.getByRole('link', { name: 'Regions' }).click();
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});
