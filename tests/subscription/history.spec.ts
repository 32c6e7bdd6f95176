import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openScreen, test } from '../support/console.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
/** As Tokyo time, the dates without a zone would be nine hours earlier. */
const records = [
  { level: 'TEAM', validFrom: '2026-11-21T12:05:00', validTo: '9999-12-31T23:59:59Z' },
  { level: 'PRO', validFrom: '2026-03-13T00:00:00', validTo: '2026-11-21T12:05:00Z' },
  { level: '=TRIAL', validFrom: '2026-02-01T00:00:00Z', validTo: '2026-02-11T00:00:00Z' },
  { level: 'FREE', validFrom: '2025-12-31T23:30:00Z', validTo: '2026-03-01T00:00:00' },
  { level: null, validFrom: null, validTo: null },
];

test.use({ timezoneId: 'Asia/Tokyo' });

test('in Tokyo, the days are those of UTC, in the list and in the file', async ({ page }) => {
  const items = await openHistory(page);
  await expect(items).toContainText(['TEAM', 'PRO', '=TRIAL', 'FREE', 'No level']);
  await page.getByLabel('From').fill('2026-02-10');
  await page.getByLabel('To', { exact: true }).fill('2026-03-13');
  await expect(page.getByText('1 Mar 2026, 00:00 to 13 Mar 2026, 00:00')).toBeVisible();
  await expect(items.first()).toContainText('1 of 32 days');
  await expect(page.getByText('Days with a level').locator('..')).toContainText('20 of 32 days');
  await expect(page).toHaveURL(/\?from=2026-02-10&to=2026-03-13$/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('subscription-history-acme-2026-02-10-to-2026-03-13.csv');
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain('(unknown),2026-03-01 00:00,2026-03-13 00:00,12,');
  expect(text).toContain('PRO,2026-03-13 00:00,2026-11-21 12:05,1,Current,');
});

test('time passes → the scheduled record becomes the current one', async ({ page }) => {
  const items = await openHistory(page);
  const current = page.getByText('Current level').locator('..');
  await expect(current).toContainText('PRO');
  await page.clock.runFor(4 * 60_000);
  await expect(items.first()).toContainText('Scheduled');
  await page.clock.runFor(121_000);
  await expect(items.first()).toContainText('Current');
  await expect(current).toContainText('TEAM');
});

test('days are chosen → the fields stay at their height', async ({ page }) => {
  await openHistory(page);
  const heightOf = async () => (await page.getByLabel('From').boundingBox())?.y;
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const before = await heightOf();
    await page.getByLabel('From').fill('2026-02-05');
    await expect(page.getByText(/^\d of \d+ records$/)).toBeVisible();
    expect(await heightOf(), `at ${width} px`).toBe(before);
    await page.getByRole('button', { name: 'Clear filters' }).click();
  }
});

test('parts of the bar under 6 px → each in its color, and none has a gap or a radius', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const dayOf = (month: number) => new Date(Date.UTC(2010, month, 1)).toISOString();
  const months = Array.from({ length: 190 }, (_, month) => {
    return { level: month % 2 ? 'PRO' : 'FREE', validFrom: dayOf(month), validTo: dayOf(month + 1) };
  });
  await openHistory(page, months);
  const parts = page.getByRole('region', { name: 'Levels over time' }).getByTitle(/ to /);
  const colors = await parts.evaluateAll((all) =>
    all.map((part) => getComputedStyle(part).background + getComputedStyle(part).borderRadius),
  );
  const [free, pro] = new Set(colors);
  expect(colors.slice(0, 190)).toEqual(months.map(({ level }) => (level === 'PRO' ? pro : free)));
  expect(free).not.toContain('gradient');
  await expect(parts.last()).toHaveCSS('border-radius', '0px');
});

async function openHistory(page: Page, json: readonly object[] = records) {
  await page.clock.install({ time: now });
  const headers = { date: new Date(now).toUTCString() };
  await page.route('**/api/**/history', (route) => route.fulfill({ json, headers }));
  await openScreen(page, '/workspaces/acme/subscription/history');
  const items = page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
  await expect(items.first()).toBeVisible();
  return items;
}
