import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { drawn, expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('the search narrows the groups, lives in the address and survives a reload', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const search = page.getByRole('searchbox', { name: 'Search regions' });
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(3);
  await search.fill('clouda west');
  await expect(items).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=clouda\+west$/);
  await page.reload();
  await expect(items).toHaveCount(1);
  await search.fill('nowhere');
  await expect(page.getByText('No region matches')).toBeVisible();
  await expectNoAxeViolations(page);
  await search.fill('');
  await expect(items).toHaveCount(3);
});

test('what was typed just before another screen was opened stays behind, and Back finds the search as it was', async ({
  page,
}) => {
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/regions');
  const search = page.getByRole('searchbox', { name: 'Search regions' });
  await search.fill('west');
  await expect(page).toHaveURL(/\?q=west$/);
  await search.fill('west and more');
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await page.clock.runFor(2_000);
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect(search).toHaveValue('west');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
});

test('a group is copied whole, and the list is saved as JSON and CSV', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/regions');
  await page.getByRole('button', { name: /^Copy all, 2 regions of CLOUDA/ }).click();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('Copied 2 regions');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toEqual(['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1']);

  expect(JSON.parse(await saved(page, 'Export as JSON', 'regions-acme.json'))).toHaveLength(3);
  const csv = await saved(page, 'Export as CSV', 'regions-acme.csv');
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFidentifier,provider,region,listed',
    'CLOUDA_US_WEST_2,CLOUDA,us-west-2,1',
  ]);
});

test('says how many of the instances seen are in a region, and follows a deletion', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  const east = page.getByRole('button', { name: /CLOUDB_EASTUS/ });
  await expect(east).not.toContainText('instances');
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(east).toContainText(/\d+ of your instances here/);
  const all = page.getByRole('main').getByText(/of your instances here/);
  expect(sum(await all.allTextContents())).toBe(24);

  await page.getByRole('link', { name: 'Compute' }).click();
  await page.getByRole('button', { name: 'Delete orders-primary' }).click();
  await page.getByRole('alertdialog').getByLabel(/^Type/).fill('orders-primary');
  await page.getByRole('button', { name: 'Delete instance' }).click();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  const before = site.wire.length;
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(all.first()).toBeVisible();
  expect(sum(await all.allTextContents())).toBe(23);
  // Nothing is read for the counts.
  expect(site.wire.slice(before).filter(({ path }) => path.endsWith('/compute'))).toEqual([]);
});

test.describe('where one listing covers the whole workspace', () => {
  test.use({ serverOptions: { env: { INSTANCES_PATH: '/workspaces/{workspaceSlug}/compute' } } });
  test('it is read ahead once, and its instances are known everywhere', async ({ page }) => {
    const region = 'CLOUDB_EASTUS';
    const one = { id: 'i-1', name: 'first-one', databaseName: 'orders', region };
    const two = { id: 'i-2', name: 'second-one', databaseName: 'identity', region };
    let asked = 0;
    await page.route('**/api/workspaces/acme/compute', (route) => {
      asked += 1;
      return route.fulfill({ json: [one, two] });
    });
    await openScreen(page, '/workspaces/acme/regions');
    await page.getByRole('link', { name: 'Compute' }).hover();
    await expect(page.getByRole('button', { name: /CLOUDB_EASTUS/ })).toContainText(
      '2 of your instances here',
    );
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Find a page/ }).fill('second-one');
    await expect(page.getByRole('option', { name: /second-one/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Compute' }).click();
    await expect(page.getByText('2 instances')).toBeVisible();
    expect(asked).toBe(1);
  });
});

test('thousands of regions stay smooth', async ({ page }) => {
  const many = Array.from({ length: 5_000 }, (_, at) => `CLOUD${'AB'[at % 2]}_ZONE_${at}`);
  await page.route('**/api/workspaces/acme/regions', (route) => route.fulfill({ json: many }));
  await openScreen(page, '/workspaces/acme/regions');
  await expect(page.getByText('5,000 regions available')).toBeVisible();
  // By element: asking thousands for their roles is slow in the test's own tools.
  const items = page.locator('ul[aria-label="Regions of CLOUDA"] > li');
  await expect(items).toHaveCount(200);
  const longest = await longestTask(page, async () => {
    await page.getByRole('searchbox', { name: 'Search regions' }).fill('zone-4998');
    await expect(items).toHaveCount(1);
  });
  // Drawing all of them takes a second and more, also on an idle machine.
  expect(longest).toBeLessThan(500);
  await page.getByRole('searchbox', { name: 'Search regions' }).fill('');
  await page.getByRole('button', { name: 'Show 200 more of 2,300' }).first().click();
  await expect(items).toHaveCount(400);
});

async function saved(page: Page, choice: string, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: choice }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(name);
  await page.keyboard.press('Escape');
  return readFileSync(await download.path(), 'utf8');
}

function sum(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + Number.parseInt(text, 10), 0);
}

/** The longest task of the page in ms while something is done. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    Reflect.set(window, 'longest', 0);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Reflect.set(window, 'longest', Math.max(duration, Reflect.get(window, 'longest')));
    }).observe({ entryTypes: ['longtask'] });
  });
  await act();
  await drawn(page);
  return page.evaluate(() => Number(Reflect.get(window, 'longest')));
}
