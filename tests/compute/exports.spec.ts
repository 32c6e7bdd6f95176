import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne } from './computeRows.ts';

/** A slug that no file system and no shell should meet as it is; the sandbox is not asked for it. */
const slug = 'büro & co: "x"';
const address = (screen: string) => `/workspaces/${encodeURIComponent(slug)}/${screen}`;

/** A cell that a spreadsheet splits at its own separator, or at a line break, and runs what stands behind it. */
const trap = (separator: string) => `eu${separator}=cmd|'/C calc'!A0${separator} "@SUM(1)`;

test('every CSV begins with a byte-order mark, and file names hold no character of a slug that a disk or a shell minds', async ({
  page,
}) => {
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === 'DELETE') return route.fulfill({ json: { id: 'i-1', name: 'one' } });
    if (pathname.endsWith('/regions')) return route.fulfill({ json: ['CLOUDB_EASTUS'] });
    if (pathname.endsWith('/history'))
      return route.fulfill({ json: [{ level: 'PRO', validFrom: '2026-01-01T00:00:00Z' }] });
    return route.fulfill({ json: pathname.includes('/orders/') ? [{ id: 'i-1', name: 'one' }] : [] });
  });
  await openScreen(page, address('compute?database=orders'), { workspaceSlug: slug });
  const cleaned = 'büro-co-x';

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expectCsv(page, 'Export as CSV', `instances-${cleaned}.csv`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const json = await download(page, 'Export as JSON');
  expect(json.name).toBe(`instances-${cleaned}.json`);
  expect(json.text).toMatch(/^\[/);

  await deleteOne(page, 'one');
  await page.getByRole('button', { name: 'Activity' }).click();
  await expectCsv(page, 'Export CSV', 'activity.csv');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await page.goto(address('regions'));
  await page.getByRole('button', { name: 'Export' }).click();
  await expectCsv(page, 'Export as CSV', `regions-${cleaned}.csv`);

  await page.goto(address('subscription/history'));
  await expectCsv(
    page,
    'Export CSV',
    new RegExp(`^subscription-history-${cleaned}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  );
});

test('an exported name runs nothing in a spreadsheet, whatever separator that takes, and is read back as it was', async ({
  page,
}) => {
  const names = [';', '\t', '|', '\r\n'].map(trap);
  await page.route('**/databases/*/compute', (route) => {
    const isOrders = route.request().url().includes('/orders/');
    return route.fulfill({ json: isOrders ? names.map((name, at) => ({ id: `i-${at}`, name })) : [] });
  });
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const { text } = await download(page, 'Export as CSV');
  for (const delimiter of [',', ';', '\t', '|'])
    for (const cell of Papa.parse<string[]>(text, { delimiter }).data.flat())
      expect(cell, `a cell of a spreadsheet that splits at ${JSON.stringify(delimiter)}`).not.toMatch(
        /^[\s"]*[=+@-]/,
      );
});

for (const [screen, menu, choice] of [
  ['compute', 'Export', 'Export as CSV'],
  ['regions', 'Export', 'Export as JSON'],
  ['subscription/history', null, 'Export CSV'],
] as const)
  test(`an export of ${screen} whose code does not come says so, and works once the line is back`, async ({
    page,
    context,
    expectConsole,
  }) => {
    expectConsole(/ERR_INTERNET_DISCONNECTED/);
    await openScreen(page, `/workspaces/acme/${screen}`);
    await expect(page.getByRole('list').or(page.getByRole('table')).first()).toBeVisible();
    await context.setOffline(true);
    if (menu !== null) await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('button', { name: choice }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was saved: the export did not load.');
    await context.setOffline(false);
    if (menu !== null && !(await page.getByRole('button', { name: choice }).isVisible()))
      await page.getByRole('button', { name: menu, exact: true }).click();
    expect((await download(page, choice)).text.length).toBeGreaterThan(20);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

async function expectCsv(page: Page, button: string, name: string | RegExp): Promise<void> {
  const file = await download(page, button);
  expect(file.name).toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
  expect(file.text.charCodeAt(0), `the first character of ${file.name}`).toBe(0xfeff);
  expect(file.text.charCodeAt(1)).not.toBe(0xfeff);
}

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
}
