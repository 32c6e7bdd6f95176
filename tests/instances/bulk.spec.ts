import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteSelected, idsInDeletes, rows, selectRows } from './computeRows.ts';

test('a bulk delete waits as long as the service asks, and stops at the first doubt', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (412|429)/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=error-4');
  await selectRows(page, ['error-429', 'error-409', 'error-412']);
  await page.route('**/compute/error-409', (route) =>
    route.fulfill({ status: 429, json: { statusCode: 429 } }),
  );
  const dialog = await deleteSelected(page, 3, 'faults');
  // The first instance in the table goes alone, and the next one too, because only a clear result lets others follow.
  await expect(
    dialog.getByText(/The service asked to wait\. The next request leaves in \d+ s\./),
  ).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(dialog.getByRole('heading')).toHaveText('Stopped after 2 of 3');
  await expect(dialog.getByRole('img', { name: 'Results: rejected 2, not sent 1' })).toBeVisible();
  await expectNoAxeViolations(page);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});

test('[35 DELETE] after a crash, only the deletions without a response are unknown', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  await expect(rows(page)).toHaveCount(8);
  const requestedIds: string[] = [];
  await page.route('**/compute/*', async (route) => {
    requestedIds.push(route.request().url().split('/').at(-1) ?? '');
    // Only the first two requests get a response.
    if (requestedIds.length <= 2) await route.continue();
  });
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await deleteSelected(page, 8);
  await expect.poll(() => requestedIds.length).toBe(5);
  const pageCrashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await pageCrashed;
  await page.close();
  const nextPage = await context.newPage();
  await openScreen(nextPage, '/workspaces/acme/compute?database=orders');
  await expect(nextPage.getByRole('alert').filter({ hasText: "We don't know whether" })).toHaveCount(3);
  await nextPage.getByRole('link', { name: /Activity/ }).click();
  const entry = nextPage.getByRole('button', { name: /8 instances/ });
  await expect(entry).toContainText('2 deleted, 3 unconfirmed, 3 not sent');
  await entry.click();
  const results = nextPage.getByRole('list', { name: 'Results' }).getByRole('listitem');
  for (const id of requestedIds.slice(2))
    await expect(results.filter({ hasText: id })).toContainText('Unconfirmed');
  expect(idsInDeletes(site.wire)).toHaveLength(2);
});
