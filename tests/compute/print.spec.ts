import { expect } from '@playwright/test';
import { openScreen, test } from '../support/console.ts';
import { rows } from './computeRows.ts';

test.use({ siteOptions: { sandbox: { instances: 250 } } });

test('Compute on paper has every column, and whole names and IDs', async ({ page }) => {
  // A4 without its margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(100);
  await page.emulateMedia({ media: 'print' });
  const table = page.getByRole('table', { name: 'Compute instances' });
  const cut = await table.evaluate((element) => {
    const cells = [...element.querySelectorAll<HTMLElement>(':is(th, td), :is(td button, code)')];
    const cutCells = cells.filter((cell) => cell.offsetWidth > 0 && cell.scrollWidth > cell.clientWidth + 1);
    const isTooWide = element.getBoundingClientRect().right > innerWidth;
    return [...cutCells, ...(isTooWide ? [element] : [])].map(({ textContent }) => textContent?.slice(0, 60));
  });
  expect(cut).toEqual([]);
  for (const name of ['Name', 'Database', 'Region', 'Status', 'Created (UTC)'])
    await expect(table.getByRole('columnheader', { name })).toBeVisible();
  for (const text of ['acme', 'of 3']) await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  for (const name of ['Sign out', 'Export CSV'])
    await expect(page.getByRole('button', { name })).toBeHidden();
});
