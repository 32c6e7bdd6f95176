import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import { itemsOf, openHistory, sampleRecords } from './openHistory.ts';

test('the history shows years, durations, changes, gaps, overlaps and states', async ({ page }) => {
  await openHistory(page);
  await expect.poll(() => readLevels(page)).toEqual(['TEAM', 'PRO', 'PRO', '=TRIAL', 'FREE', 'PRO']);
  const item = (i: number) => itemsOf(page).nth(i);
  await expect(item(0)).toContainText('no end date');
  await expect(item(0)).toContainText('PRO → TEAM');
  await expect(item(1)).toContainText('Names a different workspace. Excluded from totals.');
  await expect(item(1)).toContainText('Workspace other');
  await expect(item(2)).toHaveAttribute('aria-current', 'true');
  await expect(item(2)).toContainText('13 Mar 2026, 00:00 UTC');
  await expect(item(2)).toContainText('8 months 8 days');
  await expect(item(2)).toContainText('No subscription for 12 days');
  await expect(item(3)).toContainText('=TRIAL lies within FREE for 10 days');
  await expect(item(4).getByRole('heading', { name: '2025' })).toBeVisible();
  await expect(item(4)).toContainText('First record: FREE');
  await expect(item(5).getByRole('heading', { name: 'No date' })).toBeVisible();
  await expect(item(5)).toContainText('invalid date “soon”');
  await expect(page.locator('[aria-current=true]')).toHaveCount(1);
  await expect(page.getByText('The service returned these records in a different order')).toBeVisible();
  const summary = page.locator('dl');
  await expect(summary).toContainText('since 13 Mar 2026, 00:00 UTC, until 21 Nov 2026, 12:05 UTC');
  await expect(summary).toContainText('on 21 Nov 2026, 12:05 UTC');
  await expect(summary).toContainText(
    '1 gap, 1 overlap. 2 records excluded from totals. Their notes say why.',
  );
  await expect(page.getByText('These records name a different workspace')).toHaveCount(0);
  await expectNoAxeViolations(page);

  // A scheduled record becomes current in the minute of its start, without a reload.
  await page.clock.runFor(4 * 60_000);
  await expect(item(0)).toContainText('Scheduled');
  await page.clock.runFor(60_500);
  await expect(item(0)).toContainText('Current');
  await expect(item(2)).toContainText('Ended');
});

test('the URL contains the filters, and filtering does not move the list', async ({ page }) => {
  await openHistory(page);
  const listTop = () =>
    itemsOf(page)
      .first()
      .evaluate((item) => item.getBoundingClientRect().top);
  await expect(itemsOf(page)).toHaveCount(6);
  const topBefore = await listTop();
  await page.getByLabel('Level', { exact: true }).selectOption('PRO (3)');
  await expect(itemsOf(page)).toHaveCount(3);
  expect(await listTop()).toBe(topBefore);
  await page.getByLabel('State').selectOption('Current');
  await expect(itemsOf(page)).toHaveCount(1);
  await page.getByLabel('From (UTC)').fill('2026-04-01');
  await page.getByLabel('To (UTC)').fill('2026-04-10');
  await expect(page).toHaveURL(/\?level=PRO&state=current&from=2026-04-01&to=2026-04-10$/);
  expect(await listTop()).toBe(topBefore);
  await expect(page.getByText('1 of 6 records', { exact: true })).toBeVisible();
  const totals = page.locator('details', { hasText: 'Time per level' });
  await totals.evaluate((details: HTMLDetailsElement) => {
    details.open = true;
  });
  await expect(totals).toContainText('1 of 6 records, 1 Apr 2026, 00:00 UTC to 11 Apr 2026, 00:00 UTC.');
  await expect(totals).toContainText('10 days');
  await page.reload();
  await expect(itemsOf(page)).toHaveCount(1);
  await expect(page.getByLabel('State')).toHaveValue('current');
  await page.getByLabel('To (UTC)').fill('2026-03-01');
  await expect(page.getByRole('alert')).toContainText('“To” must be on or after “From”.');
  await expect(page.getByText('No matching records')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(itemsOf(page)).toHaveCount(6);
  expect(new URL(page.url()).search).toBe('');
});

test('the chart applies the date filter, and describes and links its records', async ({ page }) => {
  await openHistory(page, sampleRecords, '?zoom=2026-01-01,2026-02-01');
  const chart = page.getByRole('region', { name: 'Levels over time' });
  await expect(chart).toHaveAccessibleDescription(
    /^The chart covers the time from 31 Dec 2025, .* The whole history has 1 gap, 1 overlap\./,
  );
  const bars = chart.getByRole('link');
  await expect(bars).toHaveCount(4);
  await bars.first().hover();
  await expect(chart.locator('p').first()).toContainText('FREE, 31 Dec 2025, 23:30 UTC');
  await bars.first().focus();
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  await expect(bars.last()).toHaveAccessibleName(
    /^TEAM, from 21 Nov 2026, 12:05 UTC, no end date, scheduled$/,
  );
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.clock.runFor(1000);
  await expect(itemsOf(page).nth(2)).toBeFocused();

  await page.getByLabel('From (UTC)').fill('2026-01-15');
  await page.getByLabel('To (UTC)').fill('2026-02-15');
  await expect(bars).toHaveCount(2);
  await expect(chart).toHaveAccessibleDescription(
    /^The chart covers the time from 15 Jan 2026, 00:00 UTC to 16 Feb 2026, 00:00 UTC/,
  );

  // The level filter applies only to the list. Selecting a hidden record in the chart clears the level filter.
  await page.getByLabel('Level', { exact: true }).selectOption('=TRIAL (1)');
  await expect(itemsOf(page)).toHaveCount(1);
  await chart.getByRole('link', { name: /^FREE/ }).click();
  await page.clock.runFor(1000);
  await expect(itemsOf(page)).toHaveCount(2);
  await expect(itemsOf(page).nth(1)).toBeFocused();
  await expect(page).toHaveURL(/\?zoom=2026-01-01,2026-02-01&from=2026-01-15&to=2026-02-15$/);
});

test('short chart bars hide their labels, and large text gets the narrow layout', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHistory(page);
  const labels = page.getByRole('region', { name: 'Levels over time' }).locator('a > bdi');
  await expect(labels).toHaveCount(4);
  await expect(labels.filter({ visible: true })).toHaveText(['FREE', 'PRO']);
  await page.setViewportSize({ width: 1440, height: 900 });

  const item = itemsOf(page).first();
  const isDateBelowLevel = () =>
    item.evaluate((element) => {
      const [level, date] = ['bdi', 'time'].map((name) => element.querySelector(name));
      return (date?.getBoundingClientRect().top ?? 0) >= (level?.getBoundingClientRect().bottom ?? 0);
    });
  expect(await isDateBelowLevel()).toBe(false);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  expect(await isDateBelowLevel()).toBe(true);
});

test('unusual records fit on a phone, and unreadable records are counted', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const releaseCalls = await holdCalls(page, '**/api/**/history');
  await openScreen(page, '/workspaces/odd/subscription/history');
  await expect(page.getByText('Loading…')).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await releaseCalls();
  await expect(itemsOf(page)).toHaveCount(15);
  await expect(itemsOf(page).filter({ hasText: 'FREE' }).first()).toBeVisible();
  await expect(itemsOf(page).filter({ hasText: 'Invalid start date' }).first()).toBeVisible();
  await expect(page.getByText('2 records couldn’t be read')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(itemsOf(page).filter({ hasText: '\u2068' }).first()).toContainText('\u2069');
  await expectNoAxeViolations(page);
});

test('the history warns if no record names the open workspace', async ({ page }) => {
  await openHistory(
    page,
    sampleRecords.map((record) => ({ ...record, workspace: 'somebody-else' })),
  );
  const note = page.getByRole('note').filter({ hasText: 'These records name a different workspace' });
  await expect(note).toContainText('You opened acme, but the records name somebody-else.');
  await expect(itemsOf(page)).toHaveCount(6);
});

function readLevels(page: Page): Promise<string[]> {
  return itemsOf(page).locator('.history-level').allTextContents();
}
