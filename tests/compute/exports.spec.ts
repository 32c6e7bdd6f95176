import { expect } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, exportFile } from './computeRows.ts';

/** A slug with characters that are unsafe in file names and shells. The test answers its requests without the sandbox. */
const slug = 'büro & co: "x"';
const screenUrl = (screen: string) => `/workspaces/${encodeURIComponent(slug)}/${screen}`;

test('names exported files safely, adds a byte order mark and explains failures', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === 'DELETE') return route.fulfill({ json: { id: 'i-1', name: 'one' } });
    if (pathname.endsWith('/regions')) return route.fulfill({ json: ['CLOUDB_EASTUS'] });
    if (pathname.endsWith('/history'))
      return route.fulfill({ json: [{ level: 'PRO', validFrom: '2026-01-01T00:00:00Z' }] });
    return route.fulfill({ json: pathname.includes('/orders/') ? [{ id: 'i-1', name: 'one' }] : [] });
  });
  const day = '\\d{4}-\\d\\d-\\d\\d';
  await openScreen(page, screenUrl('compute?database=orders'), { workspaceSlug: slug });
  for (const [link, name, failsOffline] of [
    // Compute can export offline, because its other code has already loaded the export code.
    ['Compute', 'instances-büro-co-x', false],
    ['Regions', 'regions-büro-co-x', false],
    ['Subscription history', `subscription-history-büro-co-x-${day}`, true],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('main').getByRole('list').or(page.getByRole('table')).first()).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: 'Export failed' });
    if (failsOffline) {
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('button', { name: 'Export as CSV' }).click();
      await expect(alert).toContainText('Export failed. Check your connection');
      await context.setOffline(false);
    }
    const file = await exportFile(page, 'CSV');
    expect(file.name).toMatch(new RegExp(`^${name}\\.csv$`));
    expectByteOrderMark(file);
    expect(file.text.length).toBeGreaterThan(20);
    await expect(alert).toHaveCount(0);
    const json = await exportFile(page, 'JSON');
    expect(json.name).toMatch(new RegExp(`^${name}\\.json$`));
    expect(json.text).toMatch(/^\[/);
  }

  await page.getByRole('link', { name: 'Compute' }).click();
  await deleteOne(page, 'one');
  await page.getByRole('button', { name: 'Activity' }).click();
  const activity = await exportFile(page.getByRole('dialog', { name: 'Activity' }), 'CSV');
  expect(activity.name).toBe('activity.csv');
  expectByteOrderMark(activity);
});

function expectByteOrderMark({ name, text }: { name: string; text: string }): void {
  expect(text.charCodeAt(0), `the first character of ${name}`).toBe(0xfeff);
  expect(text.charCodeAt(1)).not.toBe(0xfeff);
}
