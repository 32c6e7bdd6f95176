import { expect } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, exportFile } from './computeRows.ts';

/** A slug with characters that are unsafe in file names and shells. */
const slug = 'büro & co: "x"';

test('exports have safe file names, CSV has a byte order mark, and failures are shown', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.route('**/api/**', (route) => {
    if (route.request().method() === 'DELETE') return route.fulfill({ json: { id: 'i-1', name: 'one' } });
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/history'))
      return route.fulfill({ json: [{ level: 'PRO', validFrom: '2026-01-01T00:00:00Z' }] });
    return route.fulfill({ json: pathname.includes('/orders/') ? [{ id: 'i-1', name: 'one' }] : [] });
  });
  await openScreen(page, `/workspaces/${encodeURIComponent(slug)}/compute?database=orders`, {
    workspaceSlug: slug,
  });
  const instances = await exportFile(page, 'JSON');
  expect(instances.name).toBe('instances-büro-co-x.json');
  expect(instances.text).toMatch(/^\[/);
  await deleteOne(page, 'one');
  await page.getByRole('button', { name: 'Activity' }).click();
  const activity = await exportFile(page.getByRole('dialog', { name: 'Activity' }), 'CSV');
  expect(activity.name).toBe('activity.csv');
  expect(activity.text).toMatch(/^\ufeff\w/);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Export failed' });
  await expect(alert).toContainText('Export failed. Check your connection');
  await context.setOffline(false);
  const history = await exportFile(page, 'CSV');
  expect(history.name).toMatch(/^subscription-history-büro-co-x-\d{4}-\d\d-\d\d\.csv$/);
  expect(history.text).toMatch(/^\ufefflevel,/);
  await expect(alert).toHaveCount(0);
});
