import { expect } from '@playwright/test';
import { deleteOne, deleteSelected, deletes, outcomesIn, rows, select } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const orders = '/workspaces/acme/compute?database=orders';

test('[35 DELETE] a reload in the middle of many: what was sent is unknown with its target, the rest was not sent', async ({
  page,
  site,
}) => {
  await openScreen(page, orders, { keep: true });
  const labels = ['orders-primary', 'orders-replica', 'orders-reports', 'orders-staging', 'orders-exports'];
  await select(page, labels);
  let dispatched = 0;
  await page.route('**/compute/*', () => {
    dispatched += 1;
  });
  await deleteSelected(page, 5);
  await expect.poll(() => dispatched).toBe(3);
  const asked: string[] = [];
  page.on('dialog', (each) => {
    asked.push(each.type());
    void each.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  const progress = page.getByRole('dialog', { name: 'Deletion of 5 instances ended' });
  for (const visit of ['the reload', 'one more']) {
    if (visit === 'one more') await page.reload();
    await expect(progress, visit).toContainText('3 unknown · 2 not sent');
    expect(Object.values(await outcomesIn(progress)), visit).toEqual([
      'Unknown',
      'Unknown',
      'Unknown',
      'Not sent',
      'Not sent',
    ]);
  }
  await progress.getByRole('button', { name: 'Close', exact: true }).last().click();
  const alerts = page.getByRole('main').getByRole('alert');
  await page.getByRole('button', { name: /^Show 1 more/ }).click();
  for (const [at, { id }] of site.sandbox.instances('acme', 'orders').slice(0, 3).entries())
    await expect(alerts.nth(at)).toContainText(id);
  await expect(rows(page).filter({ hasText: 'Not sent' })).toHaveCount(2);
  expect(asked).toHaveLength(1);
  await page.waitForTimeout(500);
  expect([dispatched, deletes(site.wire).length]).toEqual([3, 0]);
});

test('[35 DELETE] closing the tab asks as long as an answer is awaited, and no longer', async ({ page }) => {
  await openScreen(page, `${orders}&q=orders-primary`);
  const letGo = await holdCalls(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  let asked = 0;
  page.on('dialog', (each) => {
    asked += 1;
    void each.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toBe(1);
  letGo();
  await expect(rows(page)).toHaveCount(0);
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toBe(1);
});

test('[33 DELETE] with dates out of this world in the record and a clock that is set back meanwhile, no time is made up', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-03-02T14:02:00Z') });
  await openScreen(page, `${orders}&q=orders-primary`);
  const letGo = await holdCalls(page);
  await deleteOne(page, 'orders-primary');
  await expect(page.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await page.clock.setSystemTime(new Date('2026-03-01T14:02:00Z'));
  letGo({ json: { id: 'i-1', created: '0000-13-45T00:00:00Z', deleted: '9999-12-31T23:59:60Z' } });
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Activity' }).click();
  const activity = page.getByRole('dialog', { name: 'Activity' });
  await expect(activity.getByRole('listitem')).toContainText('unknown time');
  await expect(activity.getByRole('listitem')).not.toContainText(/-\d+ ms/);
  await activity.getByRole('button', { name: 'orders-primary', exact: true }).click();
  await expect(activity.locator('pre')).toContainText('"deleted": "9999-12-31T23:59:60Z"');
});
