import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import {
  deleteOne,
  deleteRequests,
  dialogScriptUrl,
  exportFile,
  idsInDeletes,
  rowOf,
  rows,
  searchInstances,
  selectRows,
} from './computeRows.ts';

const compute = '/workspaces/acme/compute';

test('search, filters and order stay after a reload and Back', async ({ page }) => {
  await openScreen(page, compute);
  await searchInstances(page, 'primary');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Sort by Name' }).click();
  await page.getByRole('button', { name: 'Sort by Name' }).click();
  await page.getByRole('button', { name: /^eu-central-1 \d+$/ }).click();
  const header = page.getByRole('columnheader', { name: 'Name' });
  await expect(page).toHaveURL(/region=/);
  const rowTexts = await rows(page).allTextContents();
  const url = page.url();
  await page.reload();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  expect(await rows(page).allTextContents()).toEqual(rowTexts);
  await page.getByRole('link', { name: 'Regions' }).click();
  await page.goBack();
  await expect(page).toHaveURL(url);
  expect(await rows(page).allTextContents()).toEqual(rowTexts);
});

test('six instances of a pasted ticket are selected and deleted in six steps', async ({ page, site }) => {
  await openScreen(page, compute);
  const [first] = site.sandbox.instances('acme', 'orders');
  await page.getByRole('button', { name: 'Select from list…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select from list' });
  await dialog
    .getByLabel('Paste names or IDs')
    .fill(
      `INC-4312\n| name | id |\n| ${first?.name} | ${first?.id} |\norders-replica, orders-reports;\n> analytics-primary "analytics-replica" (identity-primary)\norders-legacy`,
    );
  await expect(dialog.getByText('1 not in the list')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Select 6 instances' }).click();
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Delete 6 instances' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete 6 instances' });
  await confirmation.getByLabel('Type delete 6 in acme to confirm').fill('delete 6 in acme');
  await confirmation.getByRole('button', { name: 'Delete 6 instances' }).click();
  await expect.poll(() => deleteRequests(site.wire).length).toBe(6);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('18 instances', { exact: true })).toBeVisible();
});

test('hidden rows stay selected, and Delete acts on all of them', async ({ page }) => {
  await openScreen(page, compute);
  await selectRows(page, ['orders-primary', 'analytics-primary']);
  const height = async () => (await rows(page).first().boundingBox())?.y;
  const before = await height();
  await searchInstances(page, 'orders-primary');
  await expect(page.getByText('1 not shown')).toBeVisible();
  expect(await height()).toBe(before);
  await page.getByRole('button', { name: 'Delete 2 instances' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete 2 instances' })).toBeVisible();
});

test('after a delete the focus is on the next row, and after its search found nothing there is a way back', async ({
  page,
  site,
}) => {
  await openScreen(page, compute);
  await deleteOne(page, 'orders-primary');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'orders-replica', exact: true })).toBeFocused();
  await expect(rows(page)).toHaveCount(23);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
  await searchInstances(page, 'analytics-search');
  await deleteOne(page, 'analytics-search');
  await expect(page.getByText('No matching instances.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows(page)).toHaveCount(22);
});

test('with the keyboard alone: search, open details, close, select', async ({ page }) => {
  await openScreen(page, compute);
  await page.keyboard.press('/');
  await page.keyboard.type('orders-re');
  await expect(rows(page)).toHaveCount(2);
  const name = page.getByRole('button', { name: 'orders-replica', exact: true });
  await name.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'orders-replica' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(name).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('the details open when their code has loaded, and Back closes them', async ({ page }) => {
  const releaseCalls = await holdCalls(page, dialogScriptUrl);
  await openScreen(page, compute);
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  await releaseCalls();
  await expect(page.getByRole('dialog', { name: 'orders-primary' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the summary and the rows don’t move while they load', async ({ page }) => {
  const releaseCalls = await holdCalls(page, '**/databases/*/compute');
  await openScreen(page, compute);
  const search = page.getByRole('searchbox', { name: 'Search instances' });
  await expect(page.getByText('Loading instances…')).toBeAttached();
  const before = await search.boundingBox();
  await releaseCalls();
  await expect(page.getByRole('button', { name: 'analytics 8' })).toBeVisible();
  expect(await search.boundingBox()).toEqual(before);
});

test('misleading names are marked, and a path that can’t be built has no Delete', async ({ page }) => {
  await openScreen(page, '/workspaces/odd/compute?database=orders');
  const row = (id: string) => rows(page).filter({ hasText: id }).first();
  await expect(row('odd-bidi')).toContainText('U+202E');
  await expect(row('odd-invisible').getByRole('img', { name: /hidden characters/ })).toBeVisible();
  await expect(row('dot-dot').getByRole('button', { name: /^Delete / })).toBeDisabled();
  await expectNoAxeViolations(page);
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  }
  await expectNoAxeViolations(page);
});

test('on a phone a row has two lines and a large Delete, and the selection lies above the navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openScreen(page, compute);
  const row = rowOf(page, 'orders-primary');
  const top = await row.boundingBox();
  expect(top?.height).toBe(60);
  const button = await row.getByRole('button', { name: 'Delete orders-primary' }).boundingBox();
  expect(button?.height).toBeGreaterThanOrEqual(44);
  await selectRows(page, ['orders-primary']);
  expect(await row.boundingBox()).toEqual(top);
  await expect(page.getByRole('button', { name: 'Delete 1 instance' })).toBeInViewport();
  await expectNoAxeViolations(page);
});

test.describe('a service that lists no instances', () => {
  test.use({ serverOptions: { env: { SERVICE_URL: 'http://service.invalid' } } });

  test('added instances stay after a reload, until they are deleted or removed', async ({ page, site }) => {
    await openScreen(page, compute);
    const [first, second] = site.sandbox.instances('acme', 'orders');
    await page.getByRole('button', { name: 'Add instances' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add instances' });
    await dialog.getByLabel('Paste a list').fill(`orders,${first?.id},by hand\norders,${second?.id}`);
    await dialog.getByRole('button', { name: 'Add 2 instances' }).click();
    await expect(rows(page)).toHaveCount(2);
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await deleteOne(page, 'by hand');
    await expect(rows(page)).toHaveCount(1);
    expect(idsInDeletes(site.wire)).toEqual([first?.id]);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
  });
});

test.describe('10 000 instances', () => {
  test.use({ sandboxOptions: { instances: 10_000 } });

  test('are shown in pages of 100, and searched, selected and deleted on all of them', async ({
    page,
    site,
  }) => {
    await openScreen(page, `${compute}?page=100`);
    await expect(page.getByText('9,901–10,000 of 10,000')).toBeVisible();
    await expect(rows(page)).toHaveCount(100);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(page).toHaveURL(/page=99/);
    await page.getByRole('checkbox', { name: 'Select all 10,000 instances' }).check();
    await expect(page.getByRole('button', { name: 'Delete 10,000 instances' })).toBeVisible();
    // On a phone, the selection's bar lies at the bottom, and the pager can be scrolled above it.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(page).toHaveURL(/page=98/);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await searchInstances(page, 'orders-primary.orders');
    await expect(page.getByText(/^\d+ of 10,000 instances$/)).toBeVisible();
    await expect(page).not.toHaveURL(/page=/);
    await deleteOne(page, 'orders-primary');
    await expect(page.getByText(/^\d+ of 9,999 instances$/)).toBeVisible();
    expect(idsInDeletes(site.wire)).toHaveLength(1);
  });
});

test('exports contain what matches, and their file names are safe', async ({ page }) => {
  const slug = 'büro & co: "x"';
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({
      json: pathname.includes('/orders/') ? [{ id: 'i-1', name: '=one' }, { id: 'i-2' }] : [],
    });
  });
  await openScreen(page, `/workspaces/${encodeURIComponent(slug)}/compute?q=one`, { workspaceSlug: slug });
  const csv = await exportFile(page, 'CSV');
  expect(csv.name).toBe('instances-büro-co-x.csv');
  expect(csv.text).toMatch(/^\ufeffid,name,database,.*\r\ni-1,"'=one",orders,.*\r\n$/s);
  expect(csv.text).not.toContain('i-2');
  expect(JSON.parse((await exportFile(page, 'JSON')).text)).toHaveLength(1);
});

function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
