import { expect, type Locator, type Page } from '@playwright/test';
import { exportFile } from '../compute/computeRows.ts';
import { expectNoAxeViolations, openScreen, test } from '../support/console.ts';

type WireRecord = Partial<Record<'workspace' | 'level' | 'validFrom' | 'validTo', string | null>>;

const now = Date.parse('2026-11-21T12:00:00Z');

/**
 * A history with a gap, an overlap, a scheduled record and invalid records, at 12:00 UTC on 21 November 2026. As Tokyo time,
 * the dates without a zone would be nine hours earlier.
 */
const sampleRecords: WireRecord[] = [
  { workspace: 'acme', level: 'TEAM', validFrom: '2026-11-21T12:05:00', validTo: '9999-12-31T23:59:59Z' },
  { workspace: 'other', level: 'PRO', validFrom: '2026-05-01T00:00:00Z', validTo: null },
  { workspace: 'acme', level: 'PRO', validFrom: '2026-03-13T00:00:00', validTo: '2026-11-21T12:05:00Z' },
  { workspace: 'acme', level: '=TRIAL', validFrom: '2026-02-01T00:00:00Z', validTo: '2026-02-11T00:00:00Z' },
  { workspace: 'acme', level: 'FREE', validFrom: '2025-12-31T23:30:00Z', validTo: '2026-03-01T00:00:00' },
  { workspace: 'acme', level: null, validFrom: null, validTo: null },
];

// Nine hours ahead.
test.use({ timezoneId: 'Asia/Tokyo' });

test('in Tokyo, the history is exported and printed by UTC', async ({ page }) => {
  await openHistory(page);
  await expect(itemsOf(page)).toContainText(['TEAM', 'PRO', 'PRO', '=TRIAL', 'FREE', 'No level']);
  await expect(itemsOf(page).nth(2)).toContainText('No record1 Mar 2026, 00:00 to 13 Mar 2026, 00:0012 days');
  await page.getByLabel('Level on').fill('2026-01-15');
  await expect(itemsOf(page).nth(4)).toContainText('on 15 Jan');
  // The label of the pointer leaves the answer free.
  const chart = await page.getByRole('img', { name: /^Levels from/ }).boundingBox();
  await page.mouse.move((chart?.x ?? 0) + 60, (chart?.y ?? 0) + 20);
  const label = page.getByText(/^\d+ [A-Z][a-z]{2} \d{4}$/).locator('visible=true');
  const labelBox = await label.last().boundingBox();
  expect(labelBox?.y).toBeGreaterThan((chart?.y ?? 0) + (chart?.height ?? 0));
  const { name, text } = await exportFile(page, 'CSV');
  expect(name).toBe('subscription-history-acme-2026-11-21.csv');
  expect(text).toContain('(no record),2026-03-01 00:00,2026-03-13 00:00,12,');
  await expectNoAxeViolations(page);

  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 250, 250)');
  const printed = await page.locator('body').innerText();
  expect(printed).toContain('21 Nov 2026, 12:00 UTC · 6 of 6 records');
  expect(printed).toContain('13 Mar 2026');
  expect(printed).toMatch(/FREE\s+\d/);
  const level = page.getByRole('combobox', { name: 'Level' });
  await expect(level).toBeHidden();
  const cutLabels = await page.locator('.segment-label').evaluateAll((labels) =>
    labels.filter((label) => {
      const [text, bar] = [label, label.closest('.segment')].map((each) => each?.getBoundingClientRect());
      return text && bar && text.top < bar.bottom && text.right > bar.right;
    }),
  );
  expect(cutLabels).toHaveLength(0);
  await page.emulateMedia({ media: null, colorScheme: null });
  await level.selectOption('FREE');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Filter: FREE · .* · 1 of 6 records$/)).toBeVisible();
  await page.emulateMedia({ media: null });
  await level.selectOption('All levels');

  const current = page.getByText('Current level').locator('..');
  await expect(current).toContainText('PRO');
  await page.clock.runFor(4 * 60_000);
  await expect(itemsOf(page).first()).toContainText('Scheduled');
  await page.clock.runFor(61_000);
  await expect(itemsOf(page).first()).toContainText('Current');
  await expect(current).toContainText('TEAM');
});

test('the history fits on a tablet, and on a phone with a font of 200 %', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 740 });
  await page.emulateMedia({ forcedColors: 'active' });
  await openHistory(page, [
    { level: 'L'.repeat(200), validFrom: '2026-01-01', validTo: null },
    ...sampleRecords,
  ]);
  await expect(itemsOf(page)).toHaveCount(7);
  const tops = await page
    .locator('dt')
    .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().y));
  expect(new Set(tops).size, 'three tiles in a row').toBe(1);
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await readWidth(page)).toBe(320);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  expect(await readWidth(page)).toBe(320);
});

/** Opens the history with the given records, and sets the clock to 21 November 2026. */
async function openHistory(page: Page, records: readonly WireRecord[] = sampleRecords): Promise<void> {
  await page.clock.install({ time: now });
  await page.route('**/api/**/history', (route) => route.fulfill({ json: records }));
  await openScreen(page, '/workspaces/acme/subscription/history');
}

function itemsOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
}

function readWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
