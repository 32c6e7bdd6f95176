import { expect } from '@playwright/test';
import { deleteOne, deletes, rowOf, rows } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

/** Each class of outcome, seen once in the browser; every fault of it is tested below the browser. */
type Ending = {
  row: string;
  fault: string;
  kind: string;
  says: RegExp;
  /** What the row reads where it stays; `READY` where it is as it was. */
  stays?: string;
  logs?: RegExp;
};

const endings: Ending[] = [
  { row: '11', fault: 'extra-fields', kind: 'deleted', says: /was removed and is queued/ },
  { row: '14', fault: 'numeric-id', kind: 'deleted, noted', says: /was removed.*\bid\b/is },
  { row: '15', fault: 'accepted', kind: 'accepted', says: /The service accepted the deletion of/ },
  { row: '16', fault: 'no-content', kind: 'deleted', says: /was removed and is queued/ },
  { row: '22', fault: 'error-404', kind: 'gone', says: /is not there/, logs: /status of 404/ },
  {
    row: '18',
    fault: 'error-422',
    kind: 'refused',
    says: /the service refused.*cannot be processed/s,
    stays: 'READY',
    logs: /status of 422/,
  },
  {
    row: '11',
    fault: 'error-in-200',
    kind: 'unknown',
    says: /We do not know.*error of status 403: Forbidden/s,
    stays: 'Unknown',
  },
  {
    row: '06',
    fault: 'cut-off',
    kind: 'unknown',
    says: /We do not know.*The service answered 200, but its answer was cut/s,
    stays: 'Unknown',
    logs: /ERR_|status of 502/,
  },
  {
    row: '09',
    fault: 'web-page',
    kind: 'unknown',
    says: /We do not know.*web page/s,
    stays: 'Unknown',
    logs: /status of 502/,
  },
];

for (const { row, fault, kind, says, stays, logs } of endings)
  test(`[${row} DELETE] ${fault} ends as ${kind} on the screen, after one request`, async ({
    page,
    site,
    expectConsole,
  }) => {
    if (logs) expectConsole(logs);
    await openScreen(page, `/workspaces/faults/compute?database=orders&q=${fault}`);
    const row = rowOf(page, fault);
    const dialog = await deleteOne(page, fault);
    if (stays === undefined) {
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('status', { name: 'Results' })).toContainText(says);
      await expect(row).toHaveCount(0);
    } else {
      await expect(dialog.getByRole('alert')).toContainText(says);
      await page.keyboard.press('Escape');
      await expect(row).toContainText(stays);
      await expect(row.getByRole('button', { name: `Delete ${fault}` })).toBeEnabled();
    }
    expect(deletes(site.wire)).toEqual([fault]);
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

for (const { row, fault, says, logs, asks } of [
  { row: '09', fault: 'web-page', says: /web page/, logs: /status of 502/, asks: 3 },
  { row: '22', fault: 'error-404', says: /HTTP 404/, logs: /status of 404/, asks: 1 },
])
  test(`[${row} history] ${fault} fails its own screen in words, and no other`, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(logs);
    await page.clock.install();
    await openScreen(page, `/workspaces/history-${fault}/subscription/history`);
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(page.getByRole('main').getByRole('alert')).toContainText(says, { timeout: 100 });
    }).toPass({ intervals: [20] });
    expect(site.wire.filter(({ path }) => path.endsWith('/history'))).toHaveLength(asks);
    await page.getByRole('link', { name: 'Regions' }).click();
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

test('[29 history] what was read before stays, with its age and the reason (stale)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await page.clock.install();
  await openScreen(page, '/workspaces/later-error-500/subscription/history');
  const records = page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
  await expect(records).toHaveCount(5);
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const alert = page.getByRole('main').getByRole('alert');
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(alert).toContainText('Shown as of', { timeout: 100 });
  }).toPass({ intervals: [20] });
  await expect(alert).toContainText('HTTP 500');
  await expect(alert.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(records).toHaveCount(5);
});
