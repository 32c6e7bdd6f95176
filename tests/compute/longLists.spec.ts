import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../support/console.ts';
import { deferred } from '../support/deferred.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, idsInDeletes, rows, searchInstances } from './computeRows.ts';

test.describe('a list of 10 000 instances', () => {
  test.use({ sandboxOptions: { instances: 10_000 } });

  test('supports search, selection and deletion, but renders few rows', async ({ page, site }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(page.getByText('10,000 instances', { exact: true })).toBeVisible();
    const table = page.getByRole('table', { name: 'Compute instances' });
    await expect(table).toHaveAttribute('aria-rowcount', '10001');
    const countRenderedRows = () => rows(page).count();
    // The list renders the first 60 rows until the code for long lists has loaded.
    await expect.poll(countRenderedRows).toBeLessThan(60);

    await rows(page).first().focus();
    await page.keyboard.press('End');
    await expect(page.locator('tr:focus')).toHaveAttribute('aria-rowindex', '10001');
    expect(await countRenderedRows()).toBeLessThanOrEqual(120);
    await page.keyboard.press('Home');
    await expect(page.locator('tr:focus')).toHaveAttribute('aria-rowindex', '2');

    await table.hover({ position: { x: 300, y: 200 } });
    await table.evaluate((element) => {
      const box = element.closest('[class*=overflow-auto]');
      box?.scrollTo(0, (box.scrollHeight * 2) / 3);
    });
    await page.mouse.wheel(0, -640);
    await expect.poll(() => measureVisibleRows(page)).toMatchObject({ isGapless: true });
    await expect(page.getByRole('columnheader', { name: 'Name' })).toBeInViewport();
    expect(Math.abs((await measureVisibleRows(page)).firstIndex - 20_000 / 3)).toBeLessThan(40);

    await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
    await page.getByRole('button', { name: 'Delete 10,000 instances' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 10,000 instances' });
    await expect(dialog.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '10000');
    expect(await dialog.getByRole('listitem').count()).toBeLessThanOrEqual(40);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear selection' }).click();

    await searchInstances(page, 'orders-primary.orders');
    await expect(page.getByText(/^\d+ of 10,000 instances$/)).toBeVisible();
    await deleteOne(page, 'orders-primary');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByText(/of 9,999 instances/)).toBeVisible();
    expect(idsInDeletes(site.wire)).toHaveLength(1);

    await page.setViewportSize({ width: 360, height: 740 });
    await searchInstances(page, '');
    expect(await countRenderedRows()).toBeLessThanOrEqual(120);
  });
});

test.describe('a list of 300 instances', () => {
  test.use({ sandboxOptions: { instances: 300 } });

  test('offers a retry if the code for long lists fails to load', async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED/);
    await page.route('**/LongRows-*.js', (route) => route.abort());
    await openScreen(page, '/workspaces/acme/compute');
    const alert = page.getByRole('alert').filter({ hasText: 'Only the first 60 instances are shown.' });
    await expect(alert).toBeVisible();
    await expect(rows(page)).toHaveCount(60);
    await rows(page).first().focus();
    await page.keyboard.press('End');
    await expect(page.locator('tr:focus')).toHaveAttribute('aria-rowindex', '61');
    await page.unroute('**/LongRows-*.js');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
    await expect.poll(() => rows(page).count()).toBeLessThan(60);
    await page.locator('tr:focus, tbody tr').first().focus();
    await page.keyboard.press('End');
    await expect(page.locator('tr:focus')).toHaveAttribute('aria-rowindex', '301');
  });

  test('keeps the focused row when the code for long lists arrives', async ({ page }) => {
    const codeRequested = deferred<Route>();
    await page.route('**/LongRows-*.js', (route) => codeRequested.resolve(route));
    await openScreen(page, '/workspaces/acme/compute');
    await rows(page).nth(5).focus();
    await (await codeRequested.promise).continue();
    await expect.poll(() => rows(page).count()).toBeLessThan(60);
    await expect(rows(page).nth(5)).toBeFocused();
  });

  test('scrolls to the focused row on a key press, and to the first row after a search', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(page.getByText('300 instances', { exact: true })).toBeVisible();
    const table = page.getByRole('table', { name: 'Compute instances' });
    const scrollTo = (top: number) =>
      table.evaluate((element, to) => element.closest('[class*=overflow-auto]')?.scrollTo(0, to), top);
    const label = (await rows(page).nth(5).getByRole('checkbox').getAttribute('aria-label')) ?? '';
    await rows(page).nth(5).focus();
    await table.hover({ position: { x: 300, y: 200 } });
    await page.mouse.wheel(0, 4000);
    await expect.poll(async () => (await measureVisibleRows(page)).firstIndex).toBeGreaterThan(90);
    await page.keyboard.press(' ');
    const box = page.getByRole('checkbox', { name: label, exact: true });
    await expect(box).toBeChecked();
    await expect(box).toBeInViewport();
    await page.getByRole('button', { name: 'Clear selection' }).click();

    await scrollTo(4000);
    await expect.poll(() => measureVisibleRows(page)).toEqual({ firstIndex: 102, isGapless: true });
    for (const width of [700, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => measureVisibleRows(page)).toEqual({ firstIndex: 102, isGapless: true });
    }
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('radio', { name: 'Compact' }).check();
    await page.keyboard.press('Escape');
    await expect.poll(() => measureVisibleRows(page)).toEqual({ firstIndex: 102, isGapless: true });
    await scrollTo(100_000);
    await expect.poll(() => measureVisibleRows(page)).toMatchObject({ isGapless: true });
    await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '301');

    await searchInstances(page, 'replica');
    await expect.poll(() => measureVisibleRows(page)).toMatchObject({ firstIndex: 2 });
  });
});

/** Returns the `aria-rowindex` of the first visible row. `isGapless` is true if the rows fill the list without gaps. */
function measureVisibleRows(page: Page): Promise<{ firstIndex: number; isGapless: boolean }> {
  return page.getByRole('table', { name: 'Compute instances' }).evaluate((table) => {
    const box = table.closest('[class*=overflow-auto]')?.getBoundingClientRect();
    // A narrow list has cards and no visible header, so its visible area starts at the top of the box.
    const visibleTop = Math.max(
      table.querySelector('thead')?.getBoundingClientRect().bottom ?? 0,
      (box?.top ?? 0) + 1,
    );
    const visibleRows = [...table.querySelectorAll('tbody tr')]
      .map((row) => ({ rect: row.getBoundingClientRect(), index: Number(row.getAttribute('aria-rowindex')) }))
      .filter(({ rect }) => box !== undefined && rect.bottom > visibleTop && rect.top < box.bottom);
    const lastVisibleRow = visibleRows.at(-1);
    const areConsecutive = visibleRows.every(
      ({ rect, index }, position) =>
        position === 0 ||
        (index === (visibleRows[position - 1]?.index ?? 0) + 1 &&
          Math.abs(rect.top - (visibleRows[position - 1]?.rect.bottom ?? 0)) < 1),
    );
    const isGapless =
      box !== undefined &&
      areConsecutive &&
      (visibleRows[0]?.rect.top ?? visibleTop + 1) <= visibleTop &&
      (lastVisibleRow?.rect.bottom ?? 0) >= box.bottom - 2;
    return { firstIndex: visibleRows[0]?.index ?? 0, isGapless };
  });
}
