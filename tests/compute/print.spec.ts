import { expect } from '@playwright/test';
import { openScreen, test } from '../support/console.ts';
import { rows, searchInstances } from './computeRows.ts';

test.use({ siteOptions: { sandbox: { instances: 250 } } });

test('Compute on paper has every column, and whole names and IDs', async ({ page }) => {
  // A4 with its margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(100);
  await searchInstances(page, 'orders');
  await expect(page.getByText(/^\d+ of 250 instances$/)).toBeVisible();
  // By default, Firefox copies no text of a button.
  await expect(rows(page).getByRole('button').first()).toHaveCSS('user-select', 'text');
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  // CSS inserts these texts.
  for (const text of ['acme', 'Sandbox']) await expect(page.locator(`[data-text="${text}"]`)).toBeVisible();
  for (const notPrinted of ['Sign out', 'Export', 'Select all']) expect(printed).not.toContain(notPrinted);
  const table = page.getByRole('table', { name: 'Compute instances' });
  const problems = await table.evaluate((element) => {
    const found: string[] = [];
    for (const row of element.querySelectorAll('tr'))
      if (getComputedStyle(row).breakInside !== 'avoid') found.push(`split: ${row.textContent}`);
    for (const cell of element.querySelectorAll<HTMLElement>(':is(th, td), :is(td button, code)'))
      if (cell.offsetWidth > 0 && cell.scrollWidth > cell.clientWidth + 1)
        found.push(`cut: ${cell.textContent}`);
    if (element.getBoundingClientRect().right > innerWidth) found.push('wider than the page');
    return found;
  });
  expect(problems).toEqual([]);
  for (const name of ['Name', 'Database', 'Region', 'Status', 'Created (UTC)'])
    await expect(table.getByRole('columnheader', { name })).toBeVisible();
});
