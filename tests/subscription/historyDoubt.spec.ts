import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { readPdfText } from '../support/readPdfText.ts';
import { itemsOf, openHistory } from './openHistory.ts';

/** FREE never got an end; PRO took over for two years and has ended. It is 21 Nov 2026. */
const overtaken = [
  { workspace: 'acme', level: 'PRO', validFrom: '2021-01-01T00:00:00Z', validTo: '2023-01-01T00:00:00Z' },
  { workspace: 'acme', level: 'FREE', validFrom: '2020-01-01T00:00:00Z', validTo: null },
];
const doubt = 'No end is stated for it, and what followed it has ended: it may hold again';

test('a record without an end, overtaken by one that has ended, is current with the doubt in words: summary, timeline, strip', async ({
  page,
}) => {
  await openHistory(page, overtaken);
  const tile = page.locator('dl > div').filter({ hasText: 'Current level' });
  await expect(tile).toContainText('FREE');
  await expect(tile).not.toContainText('None');
  await expect(tile).toContainText(`In doubt. ${doubt}, since 1 Jan 2023, 00:00 UTC, open-ended.`);
  await expect(page.locator('dl > div').filter({ hasText: 'Time covered' })).toContainText(
    'Time in doubt is not counted.',
  );

  const free = itemsOf(page).filter({ hasText: 'FREE' }).last();
  await expect(free).toHaveAttribute('aria-current', 'true');
  await expect(free).toContainText('Current, in doubt');
  await expect(free).toContainText(`${doubt}.`);
  await expect(itemsOf(page).first()).toContainText('Ended');
  await expect(page.locator('[aria-current=true]')).toHaveCount(1);

  const strip = page.getByRole('region', { name: 'Levels over time' });
  await expect(strip.getByRole('link').first()).toHaveAccessibleName(/^FREE, .*, current, in doubt$/);
  await expect(strip.locator('title').filter({ hasText: 'FREE may hold again' })).toHaveText(
    'FREE may hold again, from 1 Jan 2023, 00:00 UTC, open-ended',
  );
  await expectNoAxeViolations(page);
});

test('what is current in doubt is so in the filters, on paper and in the files too, until the next record starts', async ({
  page,
}) => {
  const next = { workspace: 'acme', level: 'TEAM', validFrom: '2026-11-21T12:05:00Z', validTo: null };
  await openHistory(page, [next, ...overtaken], '?state=current&from=2026-01-01');
  await expect(itemsOf(page)).toHaveCount(1);
  await expect(itemsOf(page)).toContainText('FREE');
  expect(await saved(page, 'Export CSV')).toMatch(
    /\r\nFREE,2020-01-01T00:00:00\.000Z,,"Current, in doubt",.*it may hold again/,
  );
  const mayHoldAgain = [{ from: '2023-01-01T00:00:00.000Z', to: '2026-11-21T12:05:00.000Z' }];
  expect(JSON.parse(await saved(page, 'Export JSON'))).toMatchObject({
    records: [{ state: 'current', inDoubt: true, mayHoldAgain }],
  });
  const sheet = await textOnPaper(page);
  expect(sheet).toContain('Current, in doubt');
  expect(sheet).toContain('it may hold again');
  await page.getByLabel('State').selectOption('Ended');
  await page.getByLabel('From (UTC)').fill('');
  await expect(itemsOf(page)).toHaveCount(1);
  await expect(itemsOf(page)).toContainText('PRO');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  const free = itemsOf(page).last();
  await expect(free).toContainText('Current, in doubt');
  await expect(page.locator('dl')).toContainText('since 1 Jan 2023, 00:00 UTC, until 21 Nov 2026, 12:05 UTC');
  await page.clock.fastForward(6 * 60_000);
  await expect(itemsOf(page).first()).toContainText('Current');
  await expect(free).toContainText('Ended');
  await expect(page.getByText('in doubt')).toHaveCount(0);
});

test('a history in which every record names another workspace says so above the list', async ({ page }) => {
  await openHistory(
    page,
    overtaken.map((record) => ({ ...record, workspace: 'somebody-else' })),
  );
  const note = page.getByRole('note').filter({ hasText: 'another workspace' });
  await expect(note).toContainText('The records name another workspace');
  await expect(note).toContainText('Asked for acme');
  await expect(note).toContainText('the records name somebody-else');
  await expect(itemsOf(page)).toHaveCount(2);
  const below = await note.evaluate(
    (element, list) => element.compareDocumentPosition(list as Node) & Node.DOCUMENT_POSITION_FOLLOWING,
    await page.getByRole('list', { name: 'Subscription history' }).elementHandle(),
  );
  expect(below).toBeGreaterThan(0);
  expect(JSON.parse(await saved(page, 'Export JSON'))).toMatchObject({
    workspace: 'acme',
    recordsName: 'somebody-else',
  });
  expect(await textOnPaper(page)).toContain('the records name somebody-else');
});

async function textOnPaper(page: Page): Promise<string> {
  return readPdfText(await page.pdf())
    .join('\n')
    .replace(/\s+/g, ' ');
}

async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await download).path(), 'utf8');
}
