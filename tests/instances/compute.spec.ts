import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import {
  deleteOne,
  deleteSelected,
  dialogScriptUrl,
  exportFile,
  idsInDeletes,
  rows,
  searchInstances,
} from './computeRows.ts';

const compute = '/workspaces/acme/compute';

test('search, filters and order stay after a reload and Back, and Back closes details', async ({ page }) => {
  const releaseCode = await holdCalls(page, dialogScriptUrl);
  await openScreen(page, compute);
  // The details open when their code has loaded.
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  await releaseCode();
  await expect(page.getByRole('dialog', { name: 'orders-primary' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
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
  const result = await deleteSelected(page, 6);
  await result.getByRole('button', { name: 'Close' }).click();
  expect(idsInDeletes(site.wire)).toHaveLength(6);
  await expect(page.getByText('18 instances', { exact: true })).toBeVisible();
});

test('misleading names are marked, and a path that can’t be built has no Delete', async ({ page }) => {
  await openScreen(page, '/workspaces/odd/compute?database=orders');
  const row = (id: string) => rows(page).filter({ hasText: id }).first();
  await expect(row('odd-bidi')).toContainText('U+202E');
  await expect(row('odd-invisible').getByRole('img', { name: /hidden characters/ })).toBeVisible();
  await expect(row('dot-dot').getByRole('button', { name: /^Delete / })).toBeDisabled();
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  await expectNoAxeViolations(page);
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
  const { name, text } = await exportFile(page, 'CSV');
  expect(name).toBe('instances-büro-co-x.csv');
  expect(text).toMatch(/^\ufeffid,name,database,.*\r\ni-1,"'=one",orders,.*\r\n$/s);
  expect(text).not.toContain('i-2');
});
