import { expect } from '@playwright/test';
import { deleteOne, deletes, rows, search } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

/** Each class of outcome, seen once in the browser; every fault of it is tested below the browser. */
type Ending = { row: string; sentinel: string; kind: string; leaves: boolean; says: RegExp; logs?: RegExp };

const endings: Ending[] = [
  { row: '11', sentinel: 'extra-fields', kind: 'deleted', leaves: true, says: /was removed and is queued/ },
  {
    row: '11',
    sentinel: 'error-in-200',
    kind: 'unknown',
    leaves: false,
    says: /We do not know.*error of status 403: Forbidden/s,
  },
  { row: '11', sentinel: 'empty-object', kind: 'unknown', leaves: false, says: /We do not know.*“\{\}”/s },
  {
    row: '11',
    sentinel: 'not-ok',
    kind: 'unknown',
    leaves: false,
    says: /We do not know.*“\{"ok":false\}”/s,
  },
  { row: '12', sentinel: 'sparse', kind: 'deleted', leaves: true, says: /was removed and is queued/ },
  { row: '14', sentinel: 'numeric-id', kind: 'deleted, noted', leaves: true, says: /was removed.*\bid\b/is },
  {
    row: '15',
    sentinel: 'accepted',
    kind: 'accepted',
    leaves: true,
    says: /The service accepted the deletion of/,
  },
  { row: '16', sentinel: 'no-content', kind: 'deleted', leaves: true, says: /was removed and is queued/ },
  {
    row: '22',
    sentinel: 'error-404',
    kind: 'gone',
    leaves: true,
    says: /is not there/,
    logs: /status of 404/,
  },
  {
    row: '22',
    sentinel: 'page-404',
    kind: 'unknown',
    leaves: false,
    says: /We do not know.*The service answered 404 with(out a JSON object| a web page)/s,
    logs: /status of 502/,
  },
  {
    row: '22',
    sentinel: 'text-404',
    kind: 'unknown',
    leaves: false,
    says: /We do not know.*without a JSON object, which proves nothing/s,
    logs: /status of 502/,
  },
  {
    row: '22',
    sentinel: 'empty-404',
    kind: 'unknown',
    leaves: false,
    says: /We do not know.*without a JSON object, which proves nothing/s,
    logs: /status of 502/,
  },
  { row: '13', sentinel: 'mismatch', kind: 'mismatch', leaves: false, says: /names another workspace/ },
  {
    row: '18',
    sentinel: 'error-422',
    kind: 'refused',
    leaves: false,
    says: /the service refused/,
    logs: /422/,
  },
  {
    row: '21',
    sentinel: 'error-403',
    kind: 'refused',
    leaves: false,
    says: /the service refused/,
    logs: /403/,
  },
  {
    row: '26',
    sentinel: 'error-423',
    kind: 'refused',
    leaves: false,
    says: /the service refused/,
    logs: /423/,
  },
  {
    row: '27',
    sentinel: 'error-429',
    kind: 'refused',
    leaves: false,
    says: /the service refused/,
    logs: /429/,
  },
  {
    row: '06',
    sentinel: 'cut-off',
    kind: 'unknown',
    leaves: false,
    says: /We do not know/,
    logs: /ERR_|502/,
  },
  { row: '08', sentinel: 'truncated', kind: 'unknown', leaves: false, says: /We do not know/ },
  {
    row: '09',
    sentinel: 'web-page',
    kind: 'unknown',
    leaves: false,
    says: /We do not know.*web page/s,
    logs: /502/,
  },
  { row: '10', sentinel: 'null-answer', kind: 'unknown', leaves: false, says: /We do not know/ },
  { row: '17', sentinel: 'redirect', kind: 'unknown', leaves: false, says: /We do not know/, logs: /502/ },
  { row: '29', sentinel: 'error-500', kind: 'unknown', leaves: false, says: /We do not know/, logs: /500/ },
  { row: '31', sentinel: 'error-words', kind: 'unknown', leaves: false, says: /We do not know/, logs: /500/ },
];

for (const { row, sentinel, kind, leaves, says, logs } of endings)
  test(`[${row} DELETE] ${sentinel} ends as ${kind} on the screen, after one request`, async ({
    page,
    site,
    expectConsole,
  }) => {
    if (logs) expectConsole(logs);
    await openScreen(page, '/workspaces/faults/compute?database=orders');
    await search(page, sentinel);
    const before = await rows(page).count();
    const dialog = await deleteOne(page, sentinel);
    if (leaves) {
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('status', { name: 'Results' })).toContainText(says);
      await expect(rows(page)).toHaveCount(before - 1);
    } else {
      await expect(dialog.getByRole('alert')).toContainText(says);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeVisible();
      await expect(rows(page)).toHaveCount(before);
    }
    expect(deletes(site.wire)).toEqual([sentinel]);
    expect(site.wire.filter(({ path }) => path.includes('/faults/')).length).toBeGreaterThan(1);
  });

test('[22 DELETE] a web page with 404 or 410 from what stands before the console is unknown, and the row stays', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|410)/);
  await openScreen(page, '/workspaces/acme/compute?database=orders&q=orders-primary');
  let status = 404;
  await page.route('**/compute/*', (route) =>
    route.fulfill({ status, contentType: 'text/html', body: '<h1>default backend</h1>' }),
  );
  const dialog = await deleteOne(page, 'orders-primary');
  for (status of [404, 410]) {
    await expect(dialog.getByRole('alert')).toContainText(
      'We do not know whether orders-primary was deleted',
    );
    await expect(dialog.getByRole('alert')).toContainText('A web page came back, not the service (HTTP 4');
    await dialog.getByLabel('Type orders-primary to confirm').fill('orders-primary');
    await dialog.getByRole('button', { name: 'Check again' }).click();
  }
  await expect(dialog.getByRole('alert')).toContainText('HTTP 410');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  expect(deletes(site.wire)).toEqual([]);
});

const reads = [
  { row: '06', sentinel: 'cut-off', says: /broke off|could not be read/, logs: /ERR_/ },
  { row: '09', sentinel: 'web-page', says: /web page/, logs: /502/ },
  { row: '18', sentinel: 'error-422', says: /HTTP 422/, logs: /422/ },
  { row: '22', sentinel: 'error-404', says: /HTTP 404/, logs: /404/ },
  { row: '29', sentinel: 'error-500', says: /HTTP 500/, logs: /500/ },
  { row: '31', sentinel: 'error-words', says: /HTTP 500/, logs: /500/ },
];

for (const { row, sentinel, says, logs } of reads)
  test(`[${row} history] ${sentinel} fails its own screen in words, and no other`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(logs);
    await openScreen(page, `/workspaces/history-${sentinel}/subscription/history`);
    await expect(page.getByRole('main').getByRole('alert')).toContainText(says, { timeout: 10_000 });
    await page.getByRole('link', { name: 'Regions' }).click();
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

for (const [read, screen] of [
  ['history', 'subscription/history'],
  ['regions', 'regions'],
] as const)
  test(`[29 ${read}] what was read before stays, with its age and the reason (stale)`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/status of 500/);
    await page.clock.install();
    await openScreen(page, `/workspaces/later-error-500/${screen}`);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await page.clock.fastForward(60_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Shown as of', { timeout: 10_000 });
    await expect(alert.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  });
