import { expect } from '@playwright/test';
import { rowOf, rows, selectRows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, openScreen, test } from '../support/console.ts';

test.describe('on a touch screen of 360 × 740', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the navigation is a tab bar, and dialogs are at the bottom', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/regions');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const box = await navigation.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(739);
    await expect(navigation.getByText('History', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Subscription history' }).tap();
    await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
    await expectNoAxeViolations(page);
    for (const screen of ['Activity', 'Regions', 'Subscription history']) {
      await page.getByRole('link', { name: screen }).tap();
      await page.getByRole('button', { name: 'Actions' }).tap();
      await expect(page.getByRole('menuitem', { name: 'Refresh' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
      await page.getByRole('heading', { level: 1 }).tap();
    }
    await page.getByRole('link', { name: 'Compute' }).tap();
    await expect(rows(page)).toHaveCount(24);
    const row = rowOf(page, 'orders-primary');
    const deleteButton = row.getByRole('button', { name: 'Delete orders-primary' });
    const rowBox = await row.boundingBox();
    expect((await deleteButton.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const ninthRow = await rows(page).nth(8).boundingBox();
    expect((ninthRow?.y ?? 0) + (ninthRow?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    await page.getByRole('button', { name: 'Actions' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Refresh' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('heading', { name: 'Compute' }).tap();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await selectRows(page, ['orders-primary']);
    expect(await row.boundingBox()).toEqual(rowBox);
    await expect(page.getByRole('button', { name: 'Delete 1 instance' })).toBeInViewport();
    await expectNoAxeViolations(page);
    await deleteButton.tap();
    const sheet = page.getByRole('alertdialog');
    await expect(sheet).toBeVisible();
    const sheetBox = await sheet.boundingBox();
    expect((sheetBox?.y ?? 0) + (sheetBox?.height ?? 0)).toBeGreaterThanOrEqual(739);
    await expectNoAxeViolations(page);
    await sheet.getByRole('button', { name: 'Cancel' }).tap();

    await page.getByRole('button', { name: 'orders-search', exact: true }).tap();
    for (const name of ['Protect…', 'Protect instance', 'Close'])
      await page.getByRole('button', { name, exact: true }).tap();
    const mark = page.getByRole('cell', { name: /^Protected by token [0-9a-f]{8}$/ });
    expect(await mark.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), 'not cut').toBe(true);
  });
});

test('320 px or a font of 200 % → nothing scrolls sideways or is cut', async ({ page, context }) => {
  const devTools = await context.newCDPSession(page);
  for (const [width, standard] of [
    [320, 16],
    [1440, 32],
  ] as const) {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.setViewportSize({ width, height: 900 });
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(24);
    const hiddenPx = await rows(page).evaluateAll((elements) =>
      Math.max(...elements.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)),
    );
    expect(hiddenPx, `rows at ${width} px`).toBeLessThanOrEqual(0);
    for (const name of ['Compute', 'Subscription history', 'Regions', 'Activity']) {
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
