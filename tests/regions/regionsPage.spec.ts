import { expect } from '@playwright/test';
import { exportFile } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('regions can be grouped, copied and exported, and a reload keeps the search', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const results = page.getByRole('status', { name: 'Results' });
  const items = page.getByRole('main').getByRole('listitem');
  await openScreen(page, '/workspaces/acme/regions');
  await expect(items).toHaveCount(3);
  await expect(page.getByText('3 regions available to this workspace')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDB' }).getByRole('listitem')).toHaveCount(1);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /^Copy all, 2 regions of CLOUDA/ }).click();
  await expect(results).toContainText('Copied 2 regions');
  expect((await readClipboard()).split('\n')).toEqual(['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1']);
  const json = await exportFile(page, 'JSON');
  expect(json.name).toBe('regions-acme.json');
  expect(JSON.parse(json.text)).toHaveLength(3);
  const csv = await exportFile(page, 'CSV');
  expect(csv.name).toBe('regions-acme.csv');
  expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFidentifier,provider,region,listed',
    'CLOUDA_US_WEST_2,CLOUDA,us-west-2,1',
  ]);

  await page.getByRole('searchbox', { name: 'Search regions' }).fill('clouda west');
  await expect(items).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=clouda\+west$/);
  await page.reload();
  await expect(items).toHaveText('us-west-2CLOUDA_US_WEST_2');
  await items.getByRole('button', { name: /CLOUDA_US_WEST_2/ }).click();
  await expect(results).toContainText('Copied CLOUDA_US_WEST_2.');
  expect(await readClipboard()).toBe('CLOUDA_US_WEST_2');

  await page.goto('/workspaces/odd/regions');
  await expect(page.getByText('listed twice')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a search typed just before navigation does not change the URL of the next page', async ({ page }) => {
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/regions');
  const search = page.getByRole('searchbox', { name: 'Search regions' });
  await search.fill('west');
  await expect(page).toHaveURL(/\?q=west$/);
  // Stop the clock, because on a slow machine the URL could change before the click.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await search.fill('west and more');
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page).toHaveURL(/\/subscription\/history/);
  await page.clock.resume();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await page.clock.runFor(2_000);
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect(search).toHaveValue('west');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
});

test.describe('with one listing for the whole workspace', () => {
  test.use({ serverOptions: { env: { INSTANCES_PATH: '/workspaces/{workspaceSlug}/compute' } } });
  test('a hover on the Compute link loads the instances for every screen', async ({ page }) => {
    const region = 'CLOUDB_EASTUS';
    const firstRecord = { id: 'i-1', name: 'first-one', databaseName: 'orders', region };
    const secondRecord = { id: 'i-2', name: 'second-one', databaseName: 'identity', region };
    let requestCount = 0;
    await page.route('**/api/workspaces/acme/compute', (route) => {
      requestCount += 1;
      return route.fulfill({ json: [firstRecord, secondRecord] });
    });
    await openScreen(page, '/workspaces/acme/regions');
    await page.getByRole('link', { name: 'Compute' }).hover();
    await expect(page.getByRole('button', { name: /CLOUDB_EASTUS/ })).toContainText('2 instances');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Find a page/ }).fill('second-one');
    await expect(page.getByRole('option', { name: /second-one/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Compute' }).click();
    await expect(page.getByText('2 instances')).toBeVisible();
    expect(requestCount).toBe(1);
  });
});

test('each provider shows 200 regions at first, and a search finds all regions', async ({ page }) => {
  const regions = Array.from({ length: 5_000 }, (_, index) => `CLOUD${'AB'[index % 2]}_ZONE_${index}`);
  await page.route('**/api/workspaces/acme/regions', (route) => route.fulfill({ json: regions }));
  await openScreen(page, '/workspaces/acme/regions');
  await expect(page.getByText('5,000 regions available')).toBeVisible();
  // Select by element, because computing the roles of thousands of elements is slow.
  const items = page.locator('ul[aria-label="Regions of CLOUDA"] > li');
  await expect(items).toHaveCount(200);
  await page.getByRole('searchbox', { name: 'Search regions' }).fill('zone-4998');
  await expect(items).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search regions' }).fill('');
  await page.getByRole('button', { name: 'Show 200 more (2,300 left)' }).first().click();
  await expect(items).toHaveCount(400);
});
