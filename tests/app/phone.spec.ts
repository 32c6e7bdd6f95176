import { expect, type Locator, type Page } from '@playwright/test';
import { deleteOne, rows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test.describe('on a touch screen of 360 × 640', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('the navigation is at the bottom, tools are in a menu, and dialogs are sheets', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/regions');
    const nav = page.getByRole('navigation', { name: 'Main' });
    expect(await bottomOf(nav)).toBeGreaterThanOrEqual(639);
    await expectLargeControls(page);
    await page.getByRole('button', { name: 'More' }).tap();
    await expect(page.getByRole('button', { name: 'Request log' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeHidden();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Preferences' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Preferences' });
    await expect(sheet).toBeVisible();
    expect((await sheet.boundingBox())?.width).toBeGreaterThanOrEqual(358);
    expect(await bottomOf(sheet)).toBeGreaterThanOrEqual(639);
    await expectNoAxeViolations(page);
    await expectLargeControls(page);
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Search everything' }).tap();
    await expect(page.getByRole('combobox')).toBeVisible();
    await expect(page.getByRole('option', { name: 'Open request log' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Keyboard shortcuts' })).toHaveCount(0);
    await page.getByRole('option', { name: /^Compute/ }).tap();
    await expect(page).toHaveURL('/workspaces/acme/compute');
  });

  test('the first tap on the ID of a card opens the details', async ({ page, site }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await page.getByText(site.sandbox.instances('acme', 'orders')[0]?.id ?? '').tap();
    await expect(page.getByRole('dialog', { name: 'orders-primary' })).toBeVisible();
  });
});

test.describe('at a width of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the alert of three unconfirmed deletions shortens no name', async ({ page, expectConsole }) => {
    expectConsole(/status of 50/);
    await openScreen(page, '/workspaces/faults/compute?q=error-50');
    for (const label of ['error-500', 'error-502', 'error-503']) {
      const dialog = await deleteOne(page, label);
      await expect(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
    }
    const alerts = page.getByRole('alert').filter({ hasText: 'We don’t know' });
    await expect(alerts).toHaveCount(1);
    await expect(alerts).toContainText('3 instances');
    // Two lines of text and the buttons fit into 90 px.
    expect((await alerts.boundingBox())?.height).toBeLessThanOrEqual(90);
    await expect(page.getByText('Unconfirmed', { exact: true })).toHaveCount(3);
    await expectNoHorizontalScroll(page);
    const unconfirmedRows = rows(page).filter({ hasText: 'Unconfirmed' });
    const name = unconfirmedRows.getByRole('button', { name: 'error-503', exact: true });
    expect(await name.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true);
    // The explanation of a second delete request doesn't push the field below the buttons.
    await unconfirmedRows.first().getByRole('button', { name: 'Delete error-500' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('sends a new delete request');
    const submit = await dialog.getByRole('button', { name: 'Delete instance' }).boundingBox();
    expect(await bottomOf(dialog.getByRole('textbox'))).toBeLessThanOrEqual(submit?.y ?? 0);
  });

  test('a select sorts the cards, and the URL contains the order', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(24);
    expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(300);
    const sort = page.getByLabel('Sort by');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(sort).toHaveValue('');
    const names = () =>
      rows(page)
        .getByRole('checkbox')
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''));
    await sort.selectOption('Name, ascending');
    await expect(page).toHaveURL('/workspaces/acme/compute?sort=name');
    const ascendingNames = await names();
    expect(ascendingNames).toEqual([...ascendingNames].sort());
    expect(ascendingNames[0]).toBe('Select analytics-archive');
    await sort.selectOption('Name, descending');
    await expect(page).toHaveURL('/workspaces/acme/compute?sort=-name');
    expect(await names()).toEqual([...ascendingNames].reverse());
    await sort.selectOption('Default order');
    await expect(page).toHaveURL('/workspaces/acme/compute');
    // The select also appears if the window is too narrow for a column, or if the sorted column is hidden.
    await page.setViewportSize({ width: 800, height: 740 });
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0);
    await sort.selectOption('Created, newest first');
    await expect(page).toHaveURL('/workspaces/acme/compute?sort=-created');
    await page.setViewportSize({ width: 1280, height: 740 });
    await expect(sort).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Created' }).click();
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0);
    await expect(sort).toHaveValue('Created, newest first');
  });

  test('a result covers no button, and a selection moves no row', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await rows(page).getByRole('button', { name: 'Delete orders-primary' }).click();
    const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
    const field = dialog.getByLabel('Type orders-primary to confirm');
    await expect(field).toBeInViewport({ ratio: 1 });
    await field.fill('orders-primary');
    await dialog.getByRole('button', { name: 'Delete instance' }).click();
    const result = page.getByRole('status', { name: 'Results' }).getByText('orders-primary was removed');
    await expect(result).toBeVisible();
    for (const index of [0, 1, 2]) await rows(page).nth(index).getByRole('checkbox').check();
    await expect(result).toBeVisible();
    // Playwright can't click a button that something covers.
    await page.getByRole('button', { name: 'Delete 3 instances' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    const clearButton = page.getByRole('button', { name: 'Clear selection' });
    // The number of selected rows and the actions take at most two lines.
    expect((await page.locator('[data-action-bar]').boundingBox())?.height).toBeLessThanOrEqual(96);
    await clearButton.click();
    await expect(page.getByRole('button', { name: 'Delete 3 instances' })).toHaveCount(0);
    const search = page.getByRole('searchbox', { name: 'Search instances' });
    expect(await placeholderWidth(search)).toBeLessThanOrEqual(await availableWidth(search));

    const deleteButton = page.getByRole('button', { name: 'Delete 1 instance', exact: true });
    for (const width of [360, 900, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(page.getByText('23 instances')).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
      const boxBefore = await rows(page).nth(1).boundingBox();
      await rows(page).first().getByRole('checkbox').check();
      await expect(deleteButton).toBeInViewport({ ratio: 1 });
      expect(await rows(page).nth(1).boundingBox(), `${width} px`).toEqual(boxBefore);
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await expect(deleteButton).toHaveCount(0);
    }
  });
});

test('screens and dialogs fit into a width of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openScreen(page, '/');
  await expectScreensFit(page);
  for (const dialog of ['Request log', 'About', 'Preferences']) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: dialog }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoHorizontalScroll(page, dialog);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Switch workspace, current: acme' }).click();
  await expect(page.getByRole('dialog', { name: 'Workspaces' })).toBeVisible();
  await expectNoHorizontalScroll(page, 'Workspaces');
});

test('the list grows with the font size of the browser without cutting text', async ({ page, context }) => {
  const devTools = await context.newCDPSession(page);
  for (const [width, standard] of [
    [1440, 32],
    [360, 20],
  ] as const) {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.setViewportSize({ width, height: 900 });
    await openScreen(page, '/workspaces/acme/compute');
    const firstRow = rows(page).first();
    await expect(firstRow).toBeVisible();
    const fontSize = await firstRow.evaluate((row) => Number.parseFloat(getComputedStyle(row).fontSize));
    expect(fontSize).toBe(0.875 * standard);
    for (const row of await rows(page).all()) {
      const hiddenPx = await row.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      expect(hiddenPx, `a row at ${width} px`).toBeLessThanOrEqual(0);
    }
    await expectScreensFit(page);
  }
});

test('the current link and option are marked even if the browser forces colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openScreen(page, '/workspaces/acme/regions');
  await page.keyboard.press('Control+k');
  const chosenOption = page.getByRole('option', { selected: true });
  await expect(chosenOption).toBeVisible();
  expect(await chosenOption.evaluate((option) => getComputedStyle(option).outlineStyle)).toBe('solid');
  await page.keyboard.press('Escape');
  const currentLink = page.getByRole('link', { name: 'Regions' });
  const otherLink = page.getByRole('link', { name: 'Compute' });
  const fontWeight = (link: Locator) => link.evaluate((element) => getComputedStyle(element).fontWeight);
  expect(await fontWeight(currentLink)).not.toBe(await fontWeight(otherLink));
});

/** Returns the distance (px) from the top of the window to the bottom of an element. */
async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 };
  return y + height;
}

/** Returns the width (px) of the placeholder's text. */
function placeholderWidth(field: Locator): Promise<number> {
  return field.evaluate((input) => {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null || !(input instanceof HTMLInputElement)) return Number.NaN;
    context.font = getComputedStyle(input).font;
    return context.measureText(input.placeholder).width;
  });
}

/** Returns the width (px) that a field has for its text. */
function availableWidth(field: Locator): Promise<number> {
  return field.evaluate((input) => {
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  });
}

async function expectScreensFit(page: Page) {
  for (const link of ['Compute', 'Subscription history', 'Regions']) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoHorizontalScroll(page, link);
  }
}

async function expectNoHorizontalScroll(page: Page, place = '') {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, place).toBeLessThanOrEqual(0);
}

/** Expects every visible control to be at least 24 × 24 px (WCAG 2.5.8). */
async function expectLargeControls(page: Page) {
  const smallControls = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input, select, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({
        element: element.closest('label') ?? element,
        html: element.outerHTML.slice(0, 100),
      }))
      .filter(({ element }) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && (width < 24 || height < 24);
      })
      .map(({ html }) => html),
  );
  expect(smallControls).toEqual([]);
}
