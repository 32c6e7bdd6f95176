import { expect } from '@playwright/test';
import { deleteOne, idsInDeletes, rowOf, rows, searchInstances } from '../instances/computeRows.ts';
import { test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const proxySentence =
  'A login page or proxy in front of the console answered. Reload to sign in there again.';

/** Responses after which the row is removed, and the message that follows. */
const removals = {
  'extra-fields': 'extra-fields removed, queued for deletion',
  accepted: 'Deletion of accepted accepted by the service',
  'error-404': "error-404 was not found. It was already deleted, or this token can't see it.",
};

/** Responses after which the row stays, with the text in the delete dialog and then the mark of the row. */
const failures = {
  'error-422': [/cannot be processed/, 'READY'],
  mismatch: [/“faults”.*“somebody-else”/, 'Wrong workspace'],
  'cut-off': [/know whether.*200.*was cut/s, 'Unconfirmed'],
  'page-404': [/know whether.*HTML page.*Reload to sign in there again/s, 'Unconfirmed'],
} as const;

test('[06, 11, 13, 15, 18, 22, 41 DELETE] each kind of response has its result, also after a reload', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|422|502)|ERR_/);
  // Our server sends no HTML page, but a proxy in front of it can.
  await page.route('**/compute/page-404', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>default backend</h1>' }),
  );
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  for (const [name, message] of Object.entries(removals)) {
    await searchInstances(page, name);
    await expect(await deleteOne(page, name)).toHaveCount(0);
    await expect(page.getByText(message).first()).toBeVisible();
    await expect(rowOf(page, name)).toHaveCount(0);
  }
  for (const [name, [text, mark]] of Object.entries(failures)) {
    await searchInstances(page, name);
    const dialog = await deleteOne(page, name);
    await expect(dialog).toContainText(text);
    // Before the click, because it acknowledges a mismatch and so removes its mark.
    await expect(rowOf(page, name)).toContainText(mark);
    await dialog.getByRole('button', { name: /^(Close|I have read this)$/ }).click();
    await expect(rowOf(page, name).getByRole('button', { name: `Delete ${name}` })).toBeEnabled();
  }
  expect(idsInDeletes(site.wire)).toEqual([...Object.keys(removals), ...Object.keys(failures).slice(0, -1)]);

  await page.reload();
  await expect(rowOf(page, 'page-404')).toContainText('Unconfirmed');
  const alert = page.getByRole('alert').filter({ hasText: "We don't know whether page-404 was deleted" });
  await expect(alert).toContainText('Reload to sign in there again');
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('2 unresolved');
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
  await release({ json: { id: 'i-1', workspace: { slug: 'acme' }, sharded: true, ...dates } });
  await expect(page.getByText('orders-primary removed, queued for deletion').first()).toBeVisible();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('button', { name: /orders-primary/, expanded: false }).click();
  await expect(page.getByRole('main')).toContainText(/HTTP status\s*200/);
  await expect(page.getByRole('main')).not.toContainText(/NaN|Invalid|-\d+ (s|min|h)\b/);
});

test('[38 history, regions] a part of a list has a notice, also on Compute', async ({ page }) => {
  for (const path of ['subscription/history', 'regions', 'databases/*/compute'])
    await page.route(`**/api/**/${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), link: '<?page=2>; rel="next"' } });
    });
  await openScreen(page, '/workspaces/acme/compute');
  for (const name of ['Compute', 'Subscription history', 'Regions']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
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
