import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { itemsOf, openHistory } from './openHistory.ts';

test('tells the history by its dates: years, durations, changes, gaps, overlaps, states', async ({
  page,
}) => {
  await openHistory(page);
  await expect.poll(() => level(page)).toEqual(['TEAM', 'PRO', 'PRO', '=TRIAL', 'FREE', 'PRO']);
  const item = (place: number) => itemsOf(page).nth(place);
  await expect(item(0)).toContainText('open-ended');
  await expect(item(0)).toContainText('PRO → TEAM');
  await expect(item(1)).toContainText('Names another workspace; not counted.');
  await expect(item(2)).toHaveAttribute('aria-current', 'true');
  await expect(item(2)).toContainText('13 Mar 2026, 00:00 UTC');
  await expect(item(2)).toContainText('8 months 8 days');
  await expect(item(2)).toContainText('No subscription for 12 days');
  await expect(item(3)).toContainText('=TRIAL lies within FREE for 10 days');
  await expect(item(4).getByRole('heading', { name: '2025' })).toBeVisible();
  await expect(item(4)).toContainText('First record: FREE');
  await expect(item(5).getByRole('heading', { name: 'Undated' })).toBeVisible();
  await expect(item(5)).toContainText('invalid date “soon”');
  await expect(page.locator('[aria-current=true]')).toHaveCount(1);
  await expect(page.getByText('The service sent these records in another order')).toBeVisible();
  const summary = page.locator('dl');
  await expect(summary).toContainText('since 13 Mar 2026, 00:00 UTC, until 21 Nov 2026, 12:05 UTC');
  await expect(summary).toContainText('on 21 Nov 2026, 12:05 UTC');
  await expect(summary).toContainText('1 gap, 1 overlap');
  await expect(summary).toContainText('2 not counted');
  // It names its own workspace at least once: nothing is said of another above the list.
  await expect(page.getByText('The records name another workspace')).toHaveCount(0);
  await page.getByRole('heading', { name: 'Levels over time' }).waitFor();
  await expectNoAxeViolations(page);

  // A scheduled record becomes current without a reload.
  await expect(item(0)).toContainText('Scheduled');
  await page.clock.fastForward(6 * 60_000);
  await expect(item(0)).toContainText('Current');
  await expect(item(2)).toContainText('Ended');
});

test('filters by level, state and days, in the address, and says what the totals cover', async ({ page }) => {
  await openHistory(page);
  await page.getByLabel('Level', { exact: true }).selectOption('PRO (3)');
  await expect(itemsOf(page)).toHaveCount(3);
  await page.getByLabel('State').selectOption('Current');
  await expect(itemsOf(page)).toHaveCount(1);
  await page.getByLabel('From (UTC)').fill('2026-04-01');
  await page.getByLabel('To (UTC)').fill('2026-04-10');
  await expect(page).toHaveURL(/\?level=PRO&state=current&from=2026-04-01&to=2026-04-10$/);
  const totals = page.locator('details', { hasText: 'Time per level' });
  await totals.evaluate((details: HTMLDetailsElement) => {
    details.open = true;
  });
  await expect(totals).toContainText('1 of 6 records, from 1 Apr 2026, 00:00 UTC to 11 Apr 2026, 00:00 UTC');
  await expect(totals).toContainText('10 days');
  await page.reload();
  await expect(itemsOf(page)).toHaveCount(1);
  await expect(page.getByLabel('State')).toHaveValue('current');
  await page.getByLabel('To (UTC)').fill('2026-03-01');
  await expect(page.getByRole('alert')).toContainText('“To” lies before “From”.');
  await expect(page.getByText('No record matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(itemsOf(page)).toHaveCount(6);
  expect(new URL(page.url()).search).toBe('');
});

test('the strip shows records by pointer and keys, goes to them, and zooms', async ({ page }) => {
  await openHistory(page);
  const strip = page.getByRole('region', { name: 'Levels over time' });
  await expect(strip).toHaveAccessibleDescription(/4 records, 1 gap and 1 overlap/);
  const pieces = strip.getByRole('link');
  await expect(pieces).toHaveCount(4);
  await pieces.first().hover();
  await expect(strip.locator('p').last()).toContainText('FREE, 31 Dec 2025, 23:30 UTC');
  await pieces.first().focus();
  await page.keyboard.press('End');
  await expect(pieces.last()).toBeFocused();
  await expect(pieces.last()).toHaveAccessibleName(/^TEAM, 21 Nov 2026, 12:05 UTC open-ended, scheduled$/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.clock.runFor(1000);
  await expect(itemsOf(page).nth(2)).toBeFocused();
  await strip.scrollIntoViewIfNeeded();
  const box = await strip.locator('svg').last().boundingBox();
  if (box === null) throw new Error('The strip has no place.');
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 12, { steps: 4 });
  await page.mouse.up();
  await expect(pieces).toHaveCount(2);
  await strip.getByRole('button', { name: 'Filter to this span' }).click();
  await expect(page).toHaveURL(/from=2026-01-\d\d&to=2026-\d\d-\d\d$/);
  await strip.getByRole('button', { name: 'Whole time' }).click();
  await expect(pieces).toHaveCount(4);

  // A piece leads to its record also where the filter hides it: the filter goes.
  await page.getByLabel('Level', { exact: true }).selectOption('TEAM (1)');
  await expect(page).toHaveURL(/level=TEAM/);
  await expect(itemsOf(page).filter({ hasText: 'First record: FREE' })).toHaveCount(0);
  await strip.getByRole('link', { name: /^FREE/ }).click();
  await page.clock.runFor(1000);
  await expect(itemsOf(page)).toHaveCount(6);
  await expect(itemsOf(page).nth(4)).toBeFocused();
  expect(new URL(page.url()).search).toBe('');
});

test('odd records are shown whole and fit a phone, what is no record is counted, and words from the wire stay in their place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openScreen(page, '/workspaces/odd/subscription/history');
  await expect(itemsOf(page)).toHaveCount(15);
  await expect(itemsOf(page).filter({ hasText: 'FREE' }).first()).toBeVisible();
  await expect(itemsOf(page).filter({ hasText: 'Invalid start date' }).first()).toBeVisible();
  await expect(page.getByText(/^2 .*of the entries could not be read as records/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(itemsOf(page).filter({ hasText: '\u2068' }).first()).toContainText('\u2069');
  await expectNoAxeViolations(page);
});

function level(page: Page): Promise<string[]> {
  return itemsOf(page).locator('> bdi').allTextContents();
}
