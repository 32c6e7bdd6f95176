import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

type WireRecord = Partial<Record<'workspace' | 'level' | 'validFrom' | 'validTo', string | null>>;

const now = Date.parse('2026-11-21T12:00:00Z');

/** A history with a gap, an overlap, a scheduled record and invalid records, at 12:00 UTC on 21 November 2026. */
const sampleRecords: WireRecord[] = [
  { workspace: 'acme', level: 'TEAM', validFrom: '2026-11-21T12:05:00Z', validTo: null },
  { workspace: 'other', level: 'PRO', validFrom: '2026-05-01T00:00:00Z', validTo: null },
  { workspace: 'acme', level: 'PRO', validFrom: '2026-03-13T00:00:00Z', validTo: '2026-11-21T12:05:00Z' },
  { workspace: 'acme', level: '=TRIAL', validFrom: '2026-02-01T00:00:00Z', validTo: '2026-02-11T00:00:00Z' },
  { workspace: 'acme', level: 'FREE', validFrom: '2025-12-31T23:30:00Z', validTo: '2026-03-01T00:00:00Z' },
  { workspace: 'acme', level: 'PRO', validFrom: 'soon', validTo: null },
];

test('finance asks for the level on a day, the length of the gap, and a CSV', async ({ page }) => {
  await openHistory(page);
  await page.getByRole('textbox', { name: 'Level on' }).fill('15 Jan 2026');
  const answer = page.getByRole('status').filter({ hasText: 'FREE' });
  await expect(answer).toHaveText('FREE, 31 Dec 2025 to 1 Mar 2026, 59 days');
  await expect(itemsOf(page).nth(4)).toContainText('on 15 Jan');
  await expect(itemsOf(page).nth(2)).toContainText('No record1 Mar 2026, 00:00 to 13 Mar 2026, 00:0012 days');
  const { name, text } = await exportFile(page, 'CSV');
  expect(name).toBe('subscription-history-acme-2026-11-21.csv');
  expect(text.split('\r\n')).toHaveLength(9);
  expect(text).toContain('(no record),2026-03-01 00:00,2026-03-13 00:00,12.0,');
  expect(text).toContain(
    `"'=TRIAL",2026-02-01 00:00,2026-02-11 00:00,10.0,Ended,from FREE,10 days overlap with FREE,`,
  );
  expect(JSON.parse((await exportFile(page, 'JSON')).text)).toHaveLength(6);
  await expectNoAxeViolations(page);
});

test('the list shows changes, problems and states, and a scheduled record starts without a reload', async ({
  page,
}) => {
  await openHistory(page);
  const item = (i: number) => itemsOf(page).nth(i);
  await expect(itemsOf(page)).toContainText(['TEAM', 'PRO', 'PRO', '=TRIAL', 'FREE', 'PRO']);
  await expect(item(0)).toContainText('no end date');
  await expect(item(0)).toContainText('Scheduled');
  await expect(item(1)).toContainText('Names a different workspace');
  await expect(item(2)).toHaveAttribute('aria-current', 'true');
  await expect(item(4).getByRole('heading', { name: '2025' })).toBeVisible();
  await expect(item(5)).toContainText('invalid date');
  await expect(page.getByText('Current level').locator('..')).toContainText('PRO');
  await page.clock.runFor(4 * 60_000);
  await expect(item(0)).toContainText('Scheduled');
  await page.clock.runFor(61_000);
  await expect(item(0)).toContainText('Current');
  await expect(page.getByText('Current level').locator('..')).toContainText('TEAM');
});

test('the URL keeps the filters, and print has the list without the controls', async ({ page }) => {
  await openHistory(page, undefined, '?level=PRO&from=2026-04-01');
  await expect(itemsOf(page)).toHaveCount(2);
  await page.getByRole('textbox', { name: 'To' }).fill('10 Apr 2026');
  await expect(itemsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?level=PRO&from=2026-04-01&to=2026-04-10$/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue('10 Apr 2026');
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  expect(text).toContain('13 Mar 2026');
  for (const notPrinted of ['Sign out', 'Export', 'Level on', 'Clear filters'])
    expect(text).not.toContain(notPrinted);
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(itemsOf(page)).toHaveCount(6);
});

test('unusual records fit on a phone of 320 px and at 200 % text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  const releaseCalls = await holdCalls(page, '**/api/**/history');
  await openScreen(page, '/workspaces/odd/subscription/history');
  await expect(page.getByText('Loading…').first()).toBeAttached();
  await releaseCalls();
  await expect(itemsOf(page)).toHaveCount(15);
  await expect(page.getByText('Current level').locator('..')).toContainText('Unknown');
  await expect(page.getByText("2 records couldn't be read.")).toBeVisible();
  expect(await readWidth(page)).toBe(320);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  expect(await readWidth(page)).toBe(320);
  await expectNoAxeViolations(page);
});

test.describe('in Tokyo, nine hours ahead', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('[33 history] dates without a zone are UTC, and every record stays', async ({ page }) => {
    const twin = { level: 'TWIN', validFrom: '2025-06-01T00:00:00', validTo: '2025-07-01' };
    await openHistory(page, [
      // As Tokyo time, the start would be in the past.
      { level: 'NEXT', validFrom: '2026-11-21T13:00:00', validTo: '9999-12-31T23:59:59Z' },
      { level: 'LEAP', validFrom: '2026-02-30T00:00:00Z', validTo: '2026-03-01T00:00:00Z' },
      twin,
      twin,
      { level: 'ZERO', validFrom: '0000-01-01T00:00:00Z', validTo: '2020-01-01T00:00:00Z' },
      { level: null, validFrom: null, validTo: null },
    ]);
    await expect(itemsOf(page)).toHaveText([
      /NEXT.*no end date.*Scheduled/,
      /TWIN.*1 Jun 2025.*1 Jul 2025/,
      /TWIN/,
      /LEAP.*invalid date/,
      /ZERO.*Invalid start date/,
      /No level.*no start date/,
    ]);
  });

  test('[33 history] a clock that is 24 h wrong does not change the current level', async ({ page }) => {
    const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
    const records = [
      { level: 'SOON', validFrom: inHours(12), validTo: null },
      { level: 'NOW', validFrom: inHours(-12), validTo: inHours(12) },
    ];
    await page.route('**/api/**/history', (route) =>
      route.fulfill({ json: records, headers: { date: new Date(now).toUTCString() } }),
    );
    await page.clock.install();
    for (const hours of [-24, 24]) {
      await page.clock.setSystemTime(now + hours * 3_600_000);
      await openScreen(page, '/workspaces/acme/subscription/history');
      await expect(itemsOf(page)).toHaveText([/SOON.*Scheduled/, /NOW.*Current/]);
    }
  });
});

/** Opens the history with the given records, and sets the clock to 21 November 2026. */
async function openHistory(
  page: Page,
  records: readonly WireRecord[] = sampleRecords,
  query = '',
): Promise<void> {
  await page.clock.install({ time: now });
  await page.route('**/api/**/history', (route) => route.fulfill({ json: records }));
  await openScreen(page, `/workspaces/acme/subscription/history${query}`);
}

function itemsOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
}

async function exportFile(page: Page, format: 'CSV' | 'JSON') {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString().replace('\uFEFF', '') };
}

function readWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
