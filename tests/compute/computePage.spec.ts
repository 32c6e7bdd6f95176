import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { countStoredInstances, deleteOne, idsInDeletes, rows } from './computeRows.ts';

const yesOrNo: Record<string, string> = { true: 'Yes', false: 'No' };

test('the list shows and finds instances, and the details show every field', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await expect(page.getByText('24 instances')).toBeVisible();
  const firstRow = rows(page).filter({ hasText: 'orders-primary' }).first();
  for (const text of ['orders', 'READY', 'CLOUDA_', 'UTC']) await expect(firstRow).toContainText(text);
  const listings = site.wire.filter(({ path }) => path.endsWith('/compute')).map(({ path }) => path);
  expect(listings.sort()).toEqual(
    ['analytics', 'identity', 'orders'].map((name) => `/workspaces/acme/databases/${name}/compute`),
  );

  await page.getByRole('searchbox', { name: 'Search instances' }).fill('no such thing');
  await expect(page.getByText('No matching instances')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(rows(page)).toHaveCount(24);

  // The details show every field of the record and of its workspace, including unknown fields.
  const recordText = site.sandbox.instances('acme', 'orders')[0]?.json ?? '{}';
  const record: Record<string, unknown> = JSON.parse(recordText);
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'orders-primary' });
  for (const [name, value] of detailsFields(record)) {
    const shownValue = details.locator(`dt[title="${name}"]`).locator('xpath=following-sibling::dd[1]');
    // The details show a date in words and its exact value in the tooltip.
    if (name.endsWith('created'))
      await expect(shownValue.getByTitle(`Copy ${value}`, { exact: true }), name).toBeVisible();
    else await expect(shownValue, name).toHaveText(yesOrNo[value] ?? value);
  }
  await expect(details.getByText('Database host')).toBeVisible();
  await expectNoAxeViolations(page);
  expect(page.url()).toContain('show=');
  // The user can still use the list while the details are open.
  await rows(page).nth(1).getByRole('button', { name: 'Delete orders-replica' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await expect(details).toHaveCount(0);
  await page.goForward();
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(page.locator('tr:focus')).toContainText('orders-primary');
});

test('the screen names each database whose list fails, and shows other instances', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of (500|404|403)/);
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: 'Databases' }).click();
  for (const database of ['error-500', 'error-403', 'payments']) {
    await page.getByLabel('Add a database').fill(database);
    await page.keyboard.press('Enter');
  }
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  const alertWith = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await expect(alertWith('Couldn’t load instances in error-403')).toContainText(
    'This token doesn’t have permission to do this.',
  );
  await expect(alertWith('Database payments wasn’t found.')).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(alertWith('Couldn’t load instances in error-500')).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [20] });
  await expect(rows(page)).toHaveCount(24);
  await expectNoAxeViolations(page);
  await expect(alertWith('error-403').getByRole('button', { name: /curl/ })).toHaveCount(0);

  // The alert and the Databases menu can both remove a database from the list.
  await alertWith('payments').getByRole('button', { name: 'Remove payments' }).click();
  await expect(alertWith('payments')).toHaveCount(0);
  const databasesButton = page.getByRole('button', { name: /Databases$/ });
  await expect(databasesButton.getByRole('img', { name: 'Couldn’t load all' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  const filtersButton = page.getByRole('button', { name: /Filters$/ });
  await expect(filtersButton.getByRole('img', { name: 'Couldn’t load all' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await databasesButton.click();
  await page.getByRole('button', { name: 'Stop showing error-500' }).click();
  await page.keyboard.press('Escape');
  await expect(alertWith('error-500')).toHaveCount(0);
});

test.describe('the screen of a service that can’t list instances', () => {
  // SERVICE_URL without INSTANCES_PATH turns off the lists. The sandbox still answers all other requests.
  test.use({ serverOptions: { env: { SERVICE_URL: 'http://service.invalid' } } });

  test('keeps added instances after a reload, deletes one and removes one from the list', async ({
    page,
    site,
  }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(page.getByText('This service can’t list instances.')).toBeVisible();
    await expectNoAxeViolations(page);
    // Invalid input shows an error at its field, keeps the typed text and adds no instance.
    const form = await fillForm(page, '..', '', 'kept');
    await expect(form.getByText('The database name can’t be “.” or “..”')).toBeVisible();
    await expect(form.getByText('Enter an instance ID.')).toBeVisible();
    await expect(form.getByLabel('Name')).toHaveValue('kept');
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(rows(page)).toHaveCount(0);

    const [firstInstance, secondInstance] = site.sandbox.instances('acme', 'orders');
    await fillForm(page, 'orders', firstInstance?.id ?? '', 'primary by hand');
    await expect(form).toHaveCount(0);
    await fillForm(page, 'orders', firstInstance?.id ?? '', '');
    await expect(form.getByText('already in the list')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await fillForm(page, 'orders', secondInstance?.id ?? '', '');
    await expect.poll(() => countStoredInstances(page)).toBe(2);
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    expect(site.wire.filter(({ path }) => !path.endsWith('/regions'))).toEqual([]);

    await deleteOne(page, 'primary by hand');
    await expect(rows(page)).toHaveCount(1);
    expect(site.sandbox.queued('acme', 'orders')).toEqual([firstInstance]);
    expect(idsInDeletes(site.wire)).toEqual([firstInstance?.id]);

    await rows(page)
      .getByRole('button', { name: secondInstance?.id ?? '', exact: true })
      .click();
    await page.getByRole('button', { name: 'Remove from list' }).click();
    await expect(page.getByText('No instances yet')).toBeVisible();
    await expect.poll(() => countStoredInstances(page)).toBe(0);
    await page.reload();
    await expect(page.getByText('No instances yet')).toBeVisible();
    expect(site.sandbox.instances('acme', 'orders')).toContainEqual(secondInstance);
  });

  test('previews an import and adds each instance once', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    const form = await openImport(page);
    const addButton = form.getByRole('button', { name: /^Add \d+ instance/ });
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
    await addButton.click();
    await expect(rows(page)).toHaveCount(2);

    // These records name no database, so the test chooses a database for them. An instance in the list is not added again.
    const secondForm = await openImport(page);
    await secondForm.locator('input[type=file]').setInputFiles({
      name: 'records.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify([
          { instanceId: 'four', instanceName: 'Fourth', database: { workspace: { slug: 'acme' } } },
          { id: 'one', name: 'First' },
        ]),
      ),
    });
    await expect(secondForm).toContainText('0 new · 0 duplicates · 2 invalid');
    await secondForm.getByLabel('Default database').fill('orders');
    await expect(secondForm).toContainText('1 new · 1 duplicate · 0 invalid');
    await secondForm.getByRole('button', { name: 'Add 1 instance' }).click();
    await expect.poll(() => countStoredInstances(page)).toBe(3);
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
  });
});

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Add instance', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add instance' });
  await form.getByText('Import').click();
  await expect(form.getByLabel('Instances', { exact: true })).toBeVisible();
  return form;
}

async function fillForm(page: Page, database: string, id: string, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add instance', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add instance' });
  await form.getByLabel('Database', { exact: true }).fill(database);
  await form.getByLabel('Instance ID').fill(id);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Add to list' }).click();
  return form;
}

/** Returns the name of each field in the details, and its value as text. */
function detailsFields(record: Record<string, unknown>): [string, string][] {
  return Object.entries(record).flatMap(([name, value]): [string, string][] => {
    if (name === 'workspace' && typeof value === 'object' && value !== null)
      return Object.entries(value).map(([key, inner]) => [`workspace.${key}`, String(inner)]);
    return [[name, value === null ? 'not provided' : String(value)]];
  });
}
