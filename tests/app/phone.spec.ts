import { expect, type Page } from '@playwright/test';
import { rows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

const screenNames = ['Compute', 'Subscription history', 'Regions', 'Activity'];

test.describe('on a touch screen of 360 × 640', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('the navigation is a tab bar, and dialogs are at the bottom', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/regions');
    const box = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(639);
    await expect(page.getByText('History', { exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Subscription history' }).tap();
    await expect(page.getByRole('heading', { name: 'Subscription history', level: 1 })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await page.getByRole('option', { name: 'Compute' }).tap();
    await expect(rows(page)).toHaveCount(24);
    await expectNoAxeViolations(page);
    await rows(page)
      .first()
      .getByRole('button', { name: /^Delete/ })
      .tap();
    const sheet = page.getByRole('alertdialog');
    await expect(sheet).toBeVisible();
    const sheetBox = await sheet.boundingBox();
    expect((sheetBox?.y ?? 0) + (sheetBox?.height ?? 0)).toBeGreaterThanOrEqual(639);
    await expectNoAxeViolations(page);
  });
});

test('a width of 320 px → no screen scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openScreen(page, '/');
  await expectScreensFit(page);
});

test('a font of 200 % → no screen scrolls sideways, and no row cuts its text', async ({ page, context }) => {
  const devTools = await context.newCDPSession(page);
  for (const [width, standard] of [
    [1440, 32],
    [360, 20],
  ] as const) {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.setViewportSize({ width, height: 900 });
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(24);
    for (const row of await rows(page).all()) {
      const hiddenPx = await row.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      expect(hiddenPx, `a row at ${width} px`).toBeLessThanOrEqual(0);
    }
    await expectScreensFit(page);
  }
});

test('forced colors → the current link and option are marked without color', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openScreen(page, '/workspaces/acme/regions');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { selected: true })).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Regions' })).toHaveCSS('text-decoration-line', 'underline');
  await expect(page.getByRole('link', { name: 'Compute' })).toHaveCSS('text-decoration-line', 'none');
});

async function expectScreensFit(page: Page) {
  for (const name of screenNames) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, name).toBeLessThanOrEqual(0);
  }
}
