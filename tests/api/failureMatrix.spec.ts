import { expect } from '@playwright/test';
import { deleteOne, idsInDeletes, rowOf, rows, searchInstances } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const faultsUrl = '/workspaces/faults/compute?database=orders';

/** The message that follows the deletion of each instance. */
const messages = {
  'extra-fields': 'extra-fields removed, queued for deletion',
  'numeric-id': 'numeric-id removed, queued for deletion',
  accepted: 'Deletion of accepted accepted by the service',
  'no-content': 'no-content removed, queued for deletion',
  'error-404': "error-404 was not found. It was already deleted, or this token can't see it.",
};

test('[11, 14, 15, 16, 22 DELETE] the row of a deleted or missing instance is removed', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, faultsUrl);
  for (const [name, message] of Object.entries(messages)) {
    await searchInstances(page, name);
    await expect(await deleteOne(page, name)).toHaveCount(0);
    await expect(page.getByText(message).first()).toBeVisible();
    await expect(rowOf(page, name)).toHaveCount(0);
  }
  expect(idsInDeletes(site.wire)).toEqual(Object.keys(messages));
});

const proxySentence =
  'A login page or proxy in front of the console answered. Reload to sign in there again.';

/** For each instance, the text in the delete dialog, and the mark of the row after the dialog is closed. */
const failedResults = {
  'error-422': [/cannot be processed/, 'READY'],
  'error-in-200': [/know whether.*error 403: Forbidden/s, 'Unconfirmed'],
  'cut-off': [/know whether.*200.*was cut/s, 'Unconfirmed'],
  'web-page': [/know whether.*HTML page/s, 'Unconfirmed'],
  'page-404': [/know whether.*HTML page.*Reload to sign in there again/s, 'Unconfirmed'],
  'text-404': [/know whether.*no Route matched.*doesn't show whether the instance exists/s, 'Unconfirmed'],
} as const;

test('[06, 09, 11, 18, 22, 37, 41 DELETE] a response that proves no deletion keeps the row', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|422|502)|ERR_/);
  // Our server sends no HTML page, but a proxy in front of it can. A gateway in front of the service has JSON of its own.
  const answers = {
    'page-404': { contentType: 'text/html', body: '<h1>default backend</h1>' },
    'text-404': { json: { message: 'no Route matched with those values' } },
  };
  for (const [name, answer] of Object.entries(answers))
    await page.route(`**/compute/${name}`, (route) => route.fulfill({ status: 404, ...answer }));
  await openScreen(page, faultsUrl);
  for (const [name, [text, mark]] of Object.entries(failedResults)) {
    await searchInstances(page, name);
    const dialog = await deleteOne(page, name);
    await expect(dialog).toContainText(text);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(rowOf(page, name)).toContainText(mark);
    await expect(rowOf(page, name).getByRole('button', { name: `Delete ${name}` })).toBeEnabled();
  }
  const namesAtService = Object.keys(failedResults).filter((name) => !(name in answers));
  expect(idsInDeletes(site.wire)).toEqual(namesAtService);
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
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  const entry = page.getByRole('button', { name: /orders-primary/ });
  await expect(entry).toHaveAttribute('aria-expanded', /true|false/);
  if ((await entry.getAttribute('aria-expanded')) === 'false') await entry.click();
  await expect(page.getByRole('main')).toContainText(/HTTP status\s*200/);
  await expect(page.getByRole('main')).not.toContainText(/NaN|Invalid|-\d+ (s|min|h)\b/);
});

test('[09, 22 history] a failed read affects no other screen', async ({ page, site, expectConsole }) => {
  expectConsole(/status of (404|502)/);
  await page.clock.install();
  for (const { fault, reason, requestCount } of [
    { fault: 'web-page', reason: /HTML page/, requestCount: 3 },
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
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  }
});

test('[38 history, regions] a part of a list has a notice, also on Compute', async ({ page }) => {
  for (const path of ['subscription/history', 'regions', 'databases/*/compute'])
    await page.route(`**/api/**/${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), link: '<?page=2>; rel="next"' } });
    });
  for (const path of ['compute', 'subscription/history', 'regions']) {
    await openScreen(page, `/workspaces/acme/${path}`);
    const notice = page.getByText('This list is incomplete: the service returned only a part.');
    await expect(notice.first()).toBeVisible();
  }
  // A response that arrives after the end of the test has no page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[19, 41 history, DELETE] a login proxy in front keeps the session and says what to do', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  await openScreen(page, '/workspaces/acme/compute?database=orders&q=orders-primary');
  await expect(rows(page)).toHaveCount(1);
  const challenge = { status: 401, headers: { 'www-authenticate': 'Basic realm="gateway"' }, body: '' };
  await page.route('**/api/**/history', (route) =>
    route.fulfill({ status: 302, headers: { location: '/login' } }),
  );
  await page.route('**/compute/*', (route) => route.fulfill(challenge));
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog).toContainText(proxySentence);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(proxySentence);
  await expect(page.getByLabel('Access token', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(rowOf(page, 'orders-primary')).toBeVisible();
  expect(idsInDeletes(site.wire)).toEqual([]);
});
