import { expect, type Page } from '@playwright/test';
import { idsInDeletes } from '../compute/computeRows.ts';
import { test, waitForRender } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('an admin can delete, filter the history and copy a region by keyboard alone', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.goto('/');
  await tabTo(page, 'Workspace');
  await page.keyboard.type('acme');
  await tabTo(page, 'Access token');
  await page.keyboard.type('sandbox-token');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();

  await tabTo(page, 'Delete orders-replica');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, /^Type orders-replica/, 'Shift+Tab');
  await page.keyboard.type('orders-replica');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-replica was removed');
  expect(idsInDeletes(site.wire)).toHaveLength(1);
  await expectFocusRing(page);

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const history = page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
  await expect(history).toHaveCount(12);
  await expectFocusedElement(page);
  await tabTo(page, /^Level/);
  await page.keyboard.type('TEAM');
  await expect(page).toHaveURL(/[?&]level=TEAM/);
  await expect(history).toHaveCount(2);
  await expectFocusRing(page);
  await tabTo(page, 'Skip to content', 'Shift+Tab');

  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
  await expectFocusedElement(page);
  await tabTo(page, 'Search regions');
  await page.keyboard.type('eastus');
  // Wait until the list is filtered. Otherwise, Tab could focus a button that the filter then removes.
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toHaveCount(0);
  await tabTo(page, /CLOUDB_EASTUS/);
  await expectFocusRing(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('Copied CLOUDB_EASTUS.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CLOUDB_EASTUS');

  await tabTo(page, 'Sign out', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused();
});

test('Tab reaches the skip link first, and every Tab stop has a focus ring', async ({ page }) => {
  // Reload, and assert nothing until the last chunk has arrived. An assertion on a loading page counts as user activation, so
  // the console would focus the heading.
  const waitForLastChunk = () => page.waitForResponse(/\/assets\/ShellDialogs-/);
  const firstLoad = waitForLastChunk();
  await openScreen(page, '/workspaces/acme/regions');
  await firstLoad;
  const secondLoad = waitForLastChunk();
  await page.reload();
  await secondLoad;
  await expect(page.getByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
  await waitForRender(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search regions' })).toBeFocused();
  const tabStops = new Set<string>();
  for (let step = 0; step < 25; step += 1) {
    // After the last control of the page, Tab goes to the controls of the browser.
    if (await page.evaluate(() => document.activeElement !== document.body)) {
      await expectFocusRing(page);
      tabStops.add(await focusedName(page));
    }
    await page.keyboard.press('Tab');
  }
  for (const name of ['Export', 'Search everything', 'Compute', 'Help', 'Preferences', 'Sign out'])
    expect(
      [...tabStops].some((tabStop) => tabStop.includes(name)),
      `${name} in ${[...tabStops]}`,
    ).toBe(true);
});

/** Presses the key until an element with the given name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab') {
  for (let step = 0; step < 120; step += 1) {
    const focusedControl = await focusedName(page);
    if (typeof name === 'string' ? focusedControl === name : name.test(focusedControl)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The ${key} key never reached ${name}.`);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement)) return '';
    const isField = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement;
    const label = isField ? focused.labels?.[0]?.textContent : null;
    return (focused.getAttribute('aria-label') ?? (label || focused.textContent) ?? '').trim();
  });
}

async function expectFocusedElement(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

/**
 * Expects a visible focused element. The element, its label or its parent must have a focus ring, unless Tab can't reach the
 * element (for example a heading).
 */
async function expectFocusRing(page: Page) {
  await expectFocusedElement(page);
  const focus = await page.evaluate(() => {
    const focused = document.activeElement;
    const hasRing = [focused, focused?.closest('label'), focused?.parentElement].some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { width = 0, height = 0 } = focused?.getBoundingClientRect() ?? {};
    const isSkippedByTab = focused?.getAttribute('tabindex') === '-1';
    return {
      hasRing: hasRing || isSkippedByTab,
      isVisible: width > 0 && height > 0,
      html: focused?.outerHTML.slice(0, 120),
    };
  });
  expect(focus, focus.html).toMatchObject({ hasRing: true, isVisible: true });
}

test('the arrow keys and Enter export and copy regions', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/regions');
  const exportButton = page.getByRole('button', { name: 'Export', exact: true });
  await exportButton.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Export as JSON' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeFocused();
  // The menu closes when the focus leaves it.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeHidden();
  await exportButton.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^regions-acme.*\.csv$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const badge = page.getByRole('button', { name: /CLOUDA_US_WEST_2/ });
  await expect(badge).toBeFocused();
  // The list would cut off an outline outside the badge.
  await expect(badge).toHaveCSS('outline-offset', '-2px');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('Copied CLOUDA_US_WEST_2.');
});
