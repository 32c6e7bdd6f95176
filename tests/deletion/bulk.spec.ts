import { expect } from '@playwright/test';
import {
  deleteSelected,
  idsInDeletes,
  readOutcomes,
  resultFilters,
  rowOf,
  rows,
  selectRows,
} from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

const expectedResults = {
  'error-404': 'Not found',
  'error-409': 'Rejected',
  'error-429': 'Rejected',
  'error-500': 'Unconfirmed',
  'cut-off': 'Unconfirmed',
  accepted: 'Accepted',
  'no-content': 'Deleted',
  'extra-fields': 'Deleted',
  sparse: 'Deleted',
};

test('a bulk delete waits as long as the service asks, and offers Retry after a reload', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|409|429|500|502)|ERR_/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  const names = Object.keys(expectedResults);
  await selectRows(page, names);
  const progress = await deleteSelected(page, 9);
  await expect(progress).toContainText(/Paused by the service. Continues in [1-5] s/);
  expect(idsInDeletes(site.wire).length).toBeLessThan(9);
  const counts = ['3 deleted', '1 accepted', '1 not found', '2 rejected', '2 unconfirmed'];
  // Move the clock in small steps. A write to IndexedDB needs real time, and fails after 3 s of the page's clock.
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(resultFilters(progress)).toHaveText(counts, { timeout: 500 });
  }).toPass();
  expect(idsInDeletes(site.wire).sort()).toEqual([...names].sort());
  // The first segment of the bar shows the deleted and accepted instances: four of nine.
  const deletedSegment = progress.getByRole('progressbar').locator('span').first();
  await expect(deletedSegment).toHaveAttribute('style', /width: 44\.4/);
  // On a phone, no reason is truncated.
  await page.setViewportSize({ width: 360, height: 780 });
  for (const text of await progress.getByRole('listitem').locator('span, bdi.block').all())
    expect(
      await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toBeFocused();
  // No message appears, because the open dialog has already shown the result.
  await expect(page.getByRole('status', { name: 'Results' })).toBeEmpty();
  const failedRow = rowOf(page, 'error-409');
  await expect(failedRow).toContainText('Rejected');
  await expect(failedRow.getByRole('checkbox')).not.toBeChecked();

  await page.goto('/workspaces/faults/compute?q=nothing-like-it&panel=bulk');
  await expect(page.getByRole('dialog', { name: '4 of 9 instances deleted' })).toBeVisible();
  expect(await readOutcomes(progress)).toEqual(expectedResults);
  // The service no longer lists `cut-off`, so Retry excludes this instance.
  await progress.getByRole('button', { name: 'Retry 3 instances' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete 3 instances' })).toBeVisible();
  await page.clock.fastForward(61_000);
  expect(idsInDeletes(site.wire)).toHaveLength(9);
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
      // The first two requests get a response. Later requests get no response.
      if (requestedIds.length <= 2) await route.continue();
    });
    await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
    await deleteSelected(page, 8);
    await expect.poll(() => requestedIds.length).toBe(5);
    const unansweredIds = requestedIds.slice(2);
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
      await openScreen(reopenedPage, '/workspaces/acme/compute?database=orders&panel=bulk');
    }
    const progress = reopenedPage.getByRole('dialog', { name: '2 of 8 instances deleted' });
    await expect(resultFilters(progress)).toHaveText(['2 deleted', '3 unconfirmed', '3 not sent']);
    const outcomes = await readOutcomes(progress);
    const unknown = Object.keys(outcomes).filter((label) => outcomes[label] === 'Unconfirmed');
    const names = new Map(site.sandbox.instances('acme', 'orders').map(({ id, name }) => [id, name]));
    expect(unknown.sort()).toEqual(unansweredIds.map((id) => names.get(id)).sort());
    await reopenedPage.clock.fastForward(61_000);
    await reopenedPage.reload();
    await expect(resultFilters(progress)).toHaveText(['2 deleted', '3 unconfirmed', '3 not sent']);
    expect(idsInDeletes(site.wire)).toHaveLength(2);
    expect(requestedIds).toHaveLength(5);
  });
