import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/console.ts';
import { readPdfText } from '../support/readPdfText.ts';
import { itemsOf, openHistory, told } from './openHistory.ts';

test.describe('one zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' });
  test('UTC by default, local by choice, labelled, with the exact value on focus and copy; no day shifts', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openHistory(page);
    const free = itemsOf(page).nth(4);
    const start = free.locator('time').first();
    await expect(start).toHaveText('31 Dec 2025, 23:30 UTC');
    await start.getByRole('button').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('2025-12-31T23:30:00Z');
    const shownOnFocus = await start
      .getByRole('button')
      .evaluate((button) => getComputedStyle(button, '::after').content);
    expect(shownOnFocus).toContain('2025-12-31T23:30:00Z');
    await page.getByRole('button', { name: 'Show local time' }).click();
    await expect(start).toHaveText('1 Jan 2026, 00:30 UTC+1');
    // Summer time has another offset.
    await expect(itemsOf(page).nth(1).locator('time').first()).toHaveText('1 May 2026, 02:00 UTC+2');
    await expect(free.getByRole('heading')).toHaveCount(0);
    const csv = await saved(page, 'Export CSV');
    expect(csv.text).toContain('FREE,2026-01-01T00:30:00.000+01:00,');
    const sheet = (await printed(page, 'A4')).text;
    expect(sheet).toContain('1 Jan 2026, 00:30 UTC+1');
    await page.reload();
    await expect(start).toHaveText('1 Jan 2026, 00:30 UTC+1');
  });
});

test('takes along what is filtered, as CSV and JSON and on a sheet of A4 or Letter that says of what and when', async ({
  page,
}) => {
  await openHistory(page, told, '?state=ended');
  const csv = await saved(page, 'Export CSV');
  expect(csv.name).toBe('subscription-history-acme-2026-11-21.csv');
  const lines = csv.text.split('\r\n');
  expect(lines[0]).toBe('\uFEFFlevel,from,to,state,duration,change,notes,workspace,validFrom,validTo');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^"?'=TRIAL"?,2026-02-01T00:00:00.000Z,2026-02-11T00:00:00.000Z,Ended,10 days,/);
  const json: unknown = JSON.parse((await saved(page, 'Export JSON')).text);
  expect(json).toMatchObject({
    workspace: 'acme',
    zone: 'UTC',
    filter: { state: 'ended' },
    recordsInAll: 6,
    records: [{ record: told[2], state: 'ended' }, { record: told[3] }],
  });
  await expect(page.getByRole('status')).toContainText('Saved 2 records as subscription-history-acme');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Level', { exact: true }).selectOption('PRO (3)');
  await expect(itemsOf(page)).toHaveCount(3);
  for (const [format, width, height] of [
    ['A4', 595, 842],
    ['Letter', 612, 792],
  ] as const) {
    const { text, pages, size } = await printed(page, format);
    expect(pages).toBe(1);
    expect(Math.abs(size.width - width)).toBeLessThan(1.5);
    expect(Math.abs(size.height - height)).toBeLessThan(1.5);
    for (const words of [
      'Subscription history of acme',
      'Printed 21 Nov 2026, 12:0',
      'Zone: UTC. Filter: level PRO.',
      '3 of 6 records',
      '13 Mar 2026, 00:00 UTC',
      'No subscription for 12 days',
      'invalid date “soon”',
    ])
      expect(text).toContain(words);
    for (const words of ['TEAM', 'Sign out', 'Export CSV', 'Regions'])
      expect(text).not.toContain(`${words} `);
    await expect(page.locator('.print-sheet')).toHaveCount(0);
  }
});

test.describe('a long history', () => {
  test.use({ sandboxOptions: { records: 400 } });
  test('draws what is in sight, reaches the last record, and prints and exports all', async ({ page }) => {
    await openHistory(page, null);
    await expect(itemsOf(page).first()).toHaveAttribute('aria-setsize', '400');
    expect(await itemsOf(page).count()).toBeLessThan(200);
    await page.keyboard.press('End');
    const last = itemsOf(page).and(page.locator('[aria-posinset="400"]'));
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(last).toBeInViewport({ timeout: 300 });
    }).toPass();
    await expect(last).toContainText('First record');
    expect(await itemsOf(page).count()).toBeLessThan(200);
    const csv = await saved(page, 'Export CSV');
    expect(csv.text.split('\r\n')).toHaveLength(402);
    const { text, pages } = await printed(page, 'A4');
    expect(text.match(/Ended\b/g)?.length).toBe(398);
    expect(pages).toBeGreaterThan(5);
  });
});

test.describe('a history too long for a table on paper', () => {
  test.use({ sandboxOptions: { records: 20_001 } });
  test('is printed as lines, every record of it', async ({ page }) => {
    await openHistory(page, null);
    await expect(itemsOf(page).first()).toHaveAttribute('aria-setsize', '20001');
    const { text, pages } = await printed(page, 'A4');
    expect(text).toContain('Subscription history of acme');
    expect(text.match(/Ended\b/g)?.length).toBe(19_999);
    expect(pages).toBeGreaterThan(200);
  });
});

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

async function printed(page: Page, format: 'A4' | 'Letter') {
  const pdf = await page.pdf({ format });
  const pages = readPdfText(pdf);
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
  return {
    text: pages.join('\n'),
    pages: pages.length,
    size: { width: Number(width), height: Number(height) },
  };
}
