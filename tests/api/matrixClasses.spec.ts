import { expect } from '@playwright/test';
import { deleteOne, deletes, rowOf } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

/** Each class of outcome, seen once in the browser; every fault of it is tested below the browser. */
const leaving = {
  'extra-fields': 'extra-fields was removed and is queued',
  'numeric-id': /numeric-id was removed.*The returned record has an ID that isn’t a string/,
  accepted: 'The service accepted the deletion of accepted.',
  'no-content': 'no-content was removed and is queued',
  'error-404': 'error-404 is not there',
};

test('[11 DELETE] [14 DELETE] [15 DELETE] [16 DELETE] [22 DELETE] deleted, accepted or gone: each row leaves after one request', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  const results = page.getByRole('status', { name: 'Results' });
  for (const [fault, says] of Object.entries(leaving)) {
    await page.getByRole('searchbox', { name: 'Search instances' }).fill(fault);
    const dialog = await deleteOne(page, fault);
    await expect(dialog).toHaveCount(0);
    await expect(results).toContainText(says);
    await expect(rowOf(page, fault)).toHaveCount(0);
  }
  expect(deletes(site.wire)).toEqual(Object.keys(leaving));
});

/** What the dialog says, and what the row reads after it; `READY` where it is as it was. */
const staying = {
  'error-422': [/the service refused.*cannot be processed/s, 'READY'],
  'error-in-200': [/We do not know.*error 403: Forbidden/s, 'Unknown'],
  'cut-off': [/We do not know.*The service answered 200, but its answer was cut/s, 'Unknown'],
  'web-page': [/We do not know.*web page/s, 'Unknown'],
  'page-404': [
    /We do not know.*Received a web page instead of a service response \(HTTP 404\)\./s,
    'Unknown',
  ],
  'error-410': [
    /We do not know.*Received a web page instead of a service response \(HTTP 410\)\./s,
    'Unknown',
  ],
} as const;

test('[06 DELETE] [09 DELETE] [11 DELETE] [18 DELETE] [22 DELETE] refused or unknown: each row stays, and says so, after one request', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|410|422|502)|ERR_/);
  // The own server would answer 502 in their place; something that stands before it has a page of its own.
  const asked: string[] = [];
  for (const [fault, status] of [
    ['page-404', 404],
    ['error-410', 410],
  ] as const)
    await page.route(`**/compute/${fault}`, (route) => {
      asked.push(fault);
      return route.fulfill({ status, contentType: 'text/html', body: '<h1>default backend</h1>' });
    });
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  for (const [fault, [says, stays]] of Object.entries(staying)) {
    await page.getByRole('searchbox', { name: 'Search instances' }).fill(fault);
    const dialog = await deleteOne(page, fault);
    await expect(dialog.getByRole('alert')).toContainText(says);
    await page.keyboard.press('Escape');
    const row = rowOf(page, fault);
    await expect(row).toContainText(stays);
    await expect(row.getByRole('button', { name: `Delete ${fault}` })).toBeEnabled();
  }
  expect([...deletes(site.wire), ...asked]).toEqual(Object.keys(staying));
});

test('[09 history] [22 history] a history that fails says so on its own screen, and on no other', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|502)/);
  await page.clock.install();
  for (const { fault, says, asks } of [
    { fault: 'web-page', says: /web page/, asks: 3 },
    { fault: 'error-404', says: /HTTP 404/, asks: 1 },
  ]) {
    const before = site.wire.length;
    await openScreen(page, `/workspaces/history-${fault}/subscription/history`);
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(page.getByRole('main').getByRole('alert')).toContainText(says, { timeout: 100 });
    }).toPass({ intervals: [20] });
    const asked = site.wire.slice(before).filter(({ path }) => path.endsWith('/history'));
    expect(asked).toHaveLength(asks);
    await page.getByRole('link', { name: 'Regions' }).click();
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
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
