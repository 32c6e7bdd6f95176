import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { openScreen } from '../support/openScreen.ts';

test('lists every instance of the databases with what the record says', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await expect(page.getByText('24 instances')).toBeVisible();
  const first = rows(page).filter({ hasText: 'orders-primary' }).first();
  await expect(first).toContainText('orders');
  await expect(first).toContainText('READY');
  await expect(first).toContainText('UTC');
  await expect(first).toContainText('api.orders-primary.orders.acme');
  await expect(first).toContainText('db.orders-primary.orders.acme');
  for (const column of ['Name', 'Database', 'Status', 'Created', 'Hosts', 'Expandable', 'Sharded'])
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
  await expectNoAxeViolations(page);
  const listings = site.wire.filter(({ path }) => path.endsWith('/compute')).map(({ path }) => path);
  expect(listings.sort()).toEqual(
    ['analytics', 'identity', 'orders'].map((name) => `/workspaces/acme/databases/${name}/compute`),
  );
});

test('details show every field of the record and of its workspace, also such as nobody knows', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  const stored = site.sandbox.instances('acme', 'orders')[0]?.text ?? '{}';
  const record: Record<string, unknown> = JSON.parse(stored);
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'orders-primary' });
  for (const [name, value] of flat(record)) {
    const term = details.locator('dt', { hasText: new RegExp(`^${name}$`) });
    // Dates stand there in words as well.
    await expect(term.locator('xpath=following-sibling::dd[1]').locator('bdi').first(), name).toHaveText(
      value,
    );
  }
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(page.locator('tr:focus')).toContainText('orders-primary');
});

test('the details stand in the address, for a colleague and for Back', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'orders-primary' });
  await expect(details).toBeVisible();
  expect(page.url()).toContain('show=');
  await page.goBack();
  await expect(details).toHaveCount(0);
  await page.goForward();
  await expect(details).toBeVisible();
});

test('search narrows the list, and says so when nothing is found', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('analytics primary');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 of 24 instances')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('no such thing');
  await expect(page.getByText('No instance matches')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(rows(page)).toHaveCount(24);
});

test('a database whose listing fails is named, and the others stay usable', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of (500|404|403)/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/compute');
  for (const database of ['error-500', 'error-403', 'payments']) {
    await page.getByLabel('Add a database').fill(database);
    await page.keyboard.press('Enter');
  }
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await expect(alert('The instances of error-403 could not be read')).toContainText('HTTP 403');
  await expect(alert('This service doesn’t list instances of payments.')).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(alert('The instances of error-500 could not be read')).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [20] });
  await expect(rows(page)).toHaveCount(24);
  await expectNoAxeViolations(page);
  for (const database of ['error-403', 'payments']) {
    const copied = await copyWith(alert(database).getByRole('button', { name: 'Copy as curl' }));
    expect(copied).toContain(`/api/workspaces/acme/databases/${database}/compute'`);
  }
  await page.getByRole('button', { name: 'Remove database error-500' }).click();
  await expect(alert('error-500')).toHaveCount(0);
});

test('an empty workspace says what to do next', async ({ page }) => {
  await openScreen(page, '/workspaces/empty/compute');
  await expect(page.getByText('No instances here')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test.describe('on a service that lists nothing', () => {
  // The server is set up as for a real service without INSTANCES_PATH; what answers is still the sandbox.
  test.use({ serverOptions: { env: { SERVICE_URL: 'http://service.invalid' } } });

  test('an instance is added by hand, kept over a reload, deleted or forgotten', async ({ page, site }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(page.getByText('This service does not list instances.')).toBeVisible();
    await expectNoAxeViolations(page);
    const [one, two] = site.sandbox.instances('acme', 'orders');
    await add(page, 'orders', one?.id ?? '', 'primary by hand');
    await add(page, 'orders', two?.id ?? '', '');
    await expect(rows(page)).toHaveCount(2);
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    expect(site.wire.filter(({ path }) => !path.endsWith('/regions'))).toEqual([]);

    await page.getByRole('button', { name: 'Delete primary by hand' }).click();
    await page.getByLabel('Type primary by hand to confirm').fill('primary by hand');
    await page.getByRole('button', { name: 'Delete instance' }).click();
    await expect(page.getByRole('status', { name: 'Results' })).toContainText('primary by hand was removed');
    await expect(rows(page)).toHaveCount(1);
    expect(site.sandbox.instances('acme', 'orders')).not.toContainEqual(one);
    expect(site.wire.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/workspaces/acme/databases/orders/compute/${one?.id}`,
    ]);

    await rows(page)
      .getByRole('button', { name: two?.id ?? '', exact: true })
      .click();
    await page.getByRole('button', { name: 'Forget' }).click();
    await expect(page.getByText('No instances here')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No instances here')).toBeVisible();
    expect(site.sandbox.instances('acme', 'orders')).toContainEqual(two);
  });

  test('a slip in the form names the field, keeps what was typed and adds nothing', async ({
    page,
    site,
  }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await page.getByRole('button', { name: 'Add instance', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Add instance' });
    await form.getByLabel('Database', { exact: true }).fill('..');
    await form.getByLabel('Name').fill('kept');
    await form.getByRole('button', { name: 'Add to the list' }).click();
    await expect(form.getByText('The database name is a dot segment')).toBeVisible();
    await expect(form.getByText('The instance ID is empty.')).toBeVisible();
    await expect(form.getByLabel('Name')).toHaveValue('kept');
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(rows(page)).toHaveCount(0);
    expect(site.wire).toEqual([]);

    await add(page, 'orders', 'twice', '');
    await page.getByRole('button', { name: 'Add instance', exact: true }).click();
    await form.getByLabel('Database', { exact: true }).fill('orders');
    await form.getByLabel('Instance ID').fill('twice');
    await form.getByRole('button', { name: 'Add to the list' }).click();
    await expect(form.getByText('already in the list')).toBeVisible();
  });
});

function rows(page: Page) {
  return page.getByRole('table', { name: 'Compute instances' }).locator('tbody tr');
}

async function add(page: Page, database: string, id: string, name: string) {
  await page.getByRole('button', { name: 'Add instance', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add instance' });
  await form.getByLabel('Database', { exact: true }).fill(database);
  await form.getByLabel('Instance ID').fill(id);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Add to the list' }).click();
  await expect(form).toHaveCount(0);
}

/** The fields of a record as the details name them. */
function flat(record: Record<string, unknown>): [string, string][] {
  return Object.entries(record).flatMap(([name, value]): [string, string][] => {
    if (name === 'workspace' && typeof value === 'object' && value !== null)
      return Object.entries(value).map(([key, inner]) => [`workspace.${key}`, String(inner)]);
    return [[name, value === null ? 'not provided' : String(value)]];
  });
}
