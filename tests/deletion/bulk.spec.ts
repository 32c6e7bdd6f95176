import { expect } from '@playwright/test';
import { deleteSelected, idsInDeletes, rows, selectRows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

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
  await expectNoAxeViolations(page);
  await page.clock.fastForward(31_000);
  await expect(dialog.getByRole('heading')).toHaveText('Stopped after 2 of 3');
  await expect(dialog.getByRole('img', { name: 'Results: rejected 2, not sent 1' })).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
});

for (const interruption of ['a reload', 'a crash'] as const)
  test(`[35 DELETE] after ${interruption}, only the deletions without a response are unknown`, async ({
    page,
    context,
    site,
  }) => {
    await context.clock.install();
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
    let dialogType = '';
    page.on('dialog', (dialog) => {
      dialogType = dialog.type();
      void dialog.accept();
    });
    let reopenedPage = page;
    if (interruption === 'a reload') {
      await page.reload();
      expect(dialogType).toBe('beforeunload');
    } else {
      const pageCrashed = page.waitForEvent('crash');
      await page.goto('chrome://crash').catch(() => undefined);
      await pageCrashed;
      await page.close();
      reopenedPage = await context.newPage();
      await openScreen(reopenedPage, '/workspaces/acme/compute?database=orders');
    }
    await expect(reopenedPage.getByRole('alert').filter({ hasText: "We don't know whether" })).toHaveCount(3);
    await reopenedPage.getByRole('link', { name: /Activity/ }).click();
    const entry = reopenedPage.getByRole('button', { name: /8 instances/ });
    await expect(entry).toContainText('2 deleted, 3 unconfirmed, 3 not sent');
    await entry.click();
    const unknown = reopenedPage.getByRole('list', { name: 'Results' }).getByRole('listitem');
    for (const id of requestedIds.slice(2))
      await expect(unknown.filter({ hasText: id })).toContainText('Unconfirmed');
    expect(idsInDeletes(site.wire)).toHaveLength(2);
  });
