import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, exportFile, rows, search, storedInstances } from './computeRows.ts';

test.describe('with a service that can’t list instances', () => {
  test.use({ serverOptions: { env: { SERVICE_URL: 'http://service.invalid' } } });

  test('previews an import, adds each instance once, and imports its export again', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    const form = await openImport(page);
    const add = form.getByRole('button', { name: /^Add \d+ instance/ });
    await form
      .getByLabel('Instances', { exact: true })
      .fill(
        'database,id,name\norders,one,First\norders,one,Again\n..,two,Bad\nanalytics,three,=SUM(A1)\norders,,Blank\n',
      );
    await expect(form).toContainText('2 new · 1 duplicate · 2 invalid');
    const preview = form.getByRole('list', { name: 'Import preview' });
    await expect(preview.getByRole('listitem').nth(1)).toContainText('Same as line 2.');
    await expect(preview.getByRole('listitem').nth(2)).toContainText('can’t be “.” or “..”');
    await expect(preview.getByRole('listitem').nth(4)).toContainText('The instance ID is missing.');
    await expectNoAxeViolations(page);
    await expect(rows(page)).toHaveCount(0);
    await add.click();
    await expect(rows(page)).toHaveCount(2);

    // The public variant names no database, so the form sets one for all. Listed instances are not added twice.
    const second = await openImport(page);
    await second.locator('input[type=file]').setInputFiles({
      name: 'records.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify([
          { instanceId: 'four', instanceName: 'Fourth', database: { workspace: { slug: 'acme' } } },
          { id: 'one', name: 'First' },
          { id: 12, name: 'Number' },
          { id: 'five', workspace: { slug: 'beta' } },
        ]),
      ),
    });
    await expect(second).toContainText('0 new · 0 duplicates · 4 invalid');
    await second.getByLabel('Default database').fill('orders');
    await expect(second).toContainText('1 new · 1 duplicate · 2 invalid');
    await second.getByRole('button', { name: 'Add 1 instance' }).click();
    await expect.poll(() => storedInstances(page)).toBe(3);
    await page.reload();
    await expect(rows(page)).toHaveCount(3);

    const json: unknown = JSON.parse((await exportFile(page, 'JSON')).text);
    expect(json).toMatchObject([
      { database: 'orders', id: 'one', name: 'First' },
      { database: 'analytics', id: 'three', name: '=SUM(A1)' },
      { database: 'orders', id: 'four', name: 'Fourth' },
    ]);
    const { text: csv } = await exportFile(page, 'CSV');
    expect(csv).toContain("'=SUM(A1)");
    const third = await openImport(page);
    await third.getByLabel('Instances', { exact: true }).fill(csv);
    await expect(third).toContainText('0 new · 3 duplicates · 0 invalid');
  });
});

test('the activity log shows every fact of a deletion and can be exported', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (404|409)/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/faults/compute?database=orders');
  await deleteOne(page, 'sparse');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await deleteOne(page, 'error-409');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await deleteOne(page, 'error-404');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  // The list is empty, because only the dialog is checked.
  await search(page, 'nothing-like-it');
  await page.getByRole('button', { name: 'Activity' }).click();
  const activity = page.getByRole('dialog', { name: 'Activity' });
  const items = activity.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.nth(1)).toContainText('just now');
  await items.nth(1).getByRole('button').click();
  await expect(items.nth(1)).toContainText(/HTTP status: 409\nRequest ID: .*\nDuration: \d+ ms/);
  // The filter uses the same words as the entries.
  await activity.getByLabel('Filter by outcome').selectOption('Not found');
  await expect(items.getByText('Not found', { exact: true })).toHaveCount(1);
  await expect(items).toHaveCount(1);
  await activity.getByLabel('Filter by outcome').selectOption('Deleted');
  await expect(items).toHaveCount(1);
  await activity.getByRole('button', { name: /^sparse/ }).click();
  await expect(activity.locator('pre')).toContainText('"name": null');
  await expectNoAxeViolations(page);
  await expect(activity.getByRole('button', { name: /curl/ })).toHaveCount(0);
  const { text: csv } = await exportFile(activity, 'CSV');
  expect(csv).toMatch(/^\uFEFFconfirmed,workspace,database,instanceId,name,outcome/);
  expect(csv).not.toContain('sandbox-token');

  await activity.getByLabel('Filter by outcome').selectOption('Not found');
  await activity.getByRole('button', { name: /^error-404/ }).click();
  await activity.getByRole('button', { name: 'Restore to list' }).click();
  await activity.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rows(page).getByRole('button', { name: 'Delete error-404', exact: true })).toHaveCount(1);
});

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Add instance', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add instance' });
  await form.getByText('Import').click();
  await expect(form.getByLabel('Instances', { exact: true })).toBeVisible();
  return form;
}
