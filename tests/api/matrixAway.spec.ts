import { expect } from '@playwright/test';
import { deleteOne, rows } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const orders = '/workspaces/acme/compute?database=orders';

test('[33 DELETE] with dates out of this world in the record and a clock that is set back meanwhile, no time is made up', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-03-02T14:02:00Z') });
  await openScreen(page, `${orders}&q=orders-primary`);
  const letGo = await holdCalls(page);
  await deleteOne(page, 'orders-primary');
  await expect(page.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await page.clock.setSystemTime(new Date('2026-03-01T14:02:00Z'));
  letGo({
    json: {
      id: 'i-1',
      workspace: { slug: 'acme' },
      created: '0000-13-45T00:00:00Z',
      deleted: '9999-12-31T23:59:60Z',
    },
  });
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Activity' }).click();
  const activity = page.getByRole('dialog', { name: 'Activity' });
  await expect(activity.getByRole('listitem')).toContainText('unknown time');
  await expect(activity.getByRole('listitem')).not.toContainText(/-\d+ ms/);
  await activity.getByRole('button', { name: 'orders-primary', exact: true }).click();
  await expect(activity.locator('pre')).toContainText('"deleted": "9999-12-31T23:59:60Z"');
});
