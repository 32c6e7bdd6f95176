import { expect, type Page } from '@playwright/test';
import { exportFile } from '../compute/computeRows.ts';
import { test } from '../support/console.ts';
import { itemsOf, openHistory, sampleRecords } from './openHistory.ts';

test.describe('a history in the time zone of Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });
  test('has dates in UTC or local time on screen, in exports and in print', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openHistory(page);
    const freeLevelItem = itemsOf(page).nth(4);
    const start = freeLevelItem.locator('time').first();
    await expect(start).toHaveText('31 Dec 2025, 23:30 UTC');
    await start.getByRole('button').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('2025-12-31T23:30:00Z');
    const focusText = await start
      .getByRole('button')
      .evaluate((button) => getComputedStyle(button, '::after').content);
    expect(focusText).toContain('2025-12-31T23:30:00Z');
    await page.getByRole('button', { name: 'Show local time' }).click();
    await expect(start).toHaveText('1 Jan 2026, 00:30 UTC+1');
    // Daylight saving time changes the offset.
    await expect(itemsOf(page).nth(1).locator('time').first()).toHaveText('1 May 2026, 02:00 UTC+2');
    await expect(freeLevelItem.getByRole('heading')).toHaveCount(0);
    const csv = await exportFile(page, 'CSV');
    expect(csv.text).toContain('FREE,2026-01-01T00:30:00.000+01:00,');
    expect(await printedText(page)).toContain('1 Jan 2026, 00:30 UTC+1');
    await page.reload();
    await expect(start).toHaveText('1 Jan 2026, 00:30 UTC+1');
  });
});

test('exports contain the filtered records, and printed pages also contain totals', async ({ page }) => {
  await openHistory(page, sampleRecords, '?state=ended');
  const csv = await exportFile(page, 'CSV');
  expect(csv.name).toBe('subscription-history-acme-2026-11-21.csv');
  expect(csv.text.split('\r\n')).toHaveLength(4);
  expect(JSON.parse((await exportFile(page, 'JSON')).text)).toHaveLength(2);
  await expect(page.getByRole('status')).toContainText('Saved subscription-history-acme-2026-11-21.json.');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Level', { exact: true }).selectOption('PRO (3)');
  await expect(itemsOf(page)).toHaveCount(3);
  expect(await countPrintedPages(page)).toBe(1);
  const style = await page.locator('link[rel=stylesheet]').getAttribute('href');
  // The browser draws page numbers outside the page, so check only that the style sheet requests them.
  expect(await (await page.request.get(style ?? '')).text()).toMatch(/@page[^}]*counter\(page\)/);
  const text = await printedText(page);
  for (const printed of [
    'Subscription history',
    'Workspace acme. As of 21 Nov 2026, 12:0',
    'Filters: level PRO.',
    'Current level',
    'Time per level',
    '253 days',
    '3 of 6 records',
    '13 Mar 2026, 00:00 UTC',
    'No subscription for 12 days',
    'invalid date',
  ])
    expect(text).toContain(printed);
  for (const notPrinted of ['FREE 2', 'Sign out', 'Export', 'Regions', 'Levels over time', 'Clear filters'])
    expect(text).not.toContain(notPrinted);
});

test.describe('a long history', () => {
  test.use({ sandboxOptions: { records: 400 } });
  test('renders only visible records, but prints and exports every record', async ({ page }) => {
    await openHistory(page, null);
    await expect(itemsOf(page).first()).toHaveAttribute('aria-setsize', '400');
    expect(await itemsOf(page).count()).toBeLessThan(200);
    await page.keyboard.press('End');
    const lastItem = itemsOf(page).and(page.locator('[aria-posinset="400"]'));
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(lastItem).toBeInViewport({ timeout: 300 });
    }).toPass();
    await expect(lastItem).toContainText('First record');
    expect(await itemsOf(page).count()).toBeLessThan(200);
    // Scroll back before the click, because the button moves while distant rows are measured.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await expect(page.locator('[aria-posinset="1"]')).toBeInViewport({ timeout: 300 });
    }).toPass();
    const csv = await exportFile(page, 'CSV');
    expect(csv.text.split('\r\n')).toHaveLength(402);
    expect((await printedText(page)).match(/Ended\b/g)?.length).toBe(398);
    expect(await countPrintedPages(page)).toBeGreaterThan(5);
    // After printing, the list again renders only visible records.
    await expect.poll(() => itemsOf(page).count()).toBeLessThan(200);
  });
});

/** Returns the text that the page shows while it is printed. */
async function printedText(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const text = await page.locator('body').innerText();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
  return text.replace(/\s+/g, ' ');
}

async function countPrintedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
