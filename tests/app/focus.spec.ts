import { expect } from '@playwright/test';
import { deleteOne, rows, selectRows } from '../compute/computeRows.ts';
import { openScreen, test } from '../support/console.ts';

// WCAG 2.4.7 and 2.4.11: what has the focus has a ring, and no bar hides it.
test('sign-in, and 60 Tabs there and back at three sizes → the focus is seen', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Workspace', 'Access token']) {
    await page.getByLabel(name, { exact: true }).focus();
    expect(await page.evaluate(findUnseenFocus), name).toBeNull();
  }
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await selectRows(page, ['orders-primary', 'orders-replica']);
  for (const [width, height] of Object.entries({ 1280: 720, 360: 740, 320: 256 })) {
    await page.setViewportSize({ width: Number(width), height });
    await page.locator('#page-heading').focus();
    for (let presses = 0; presses < 120; presses += 1) {
      await page.keyboard.press(presses < 60 ? 'Tab' : 'Shift+Tab');
      expect(await page.evaluate(findUnseenFocus), `unseen at ${width} × ${height} px`).toBeNull();
    }
  }
});

test('Skip to content → the next Tab is in the screen', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();
});

test.describe('on a phone, with more than a page', () => {
  test.use({ siteOptions: { sandbox: { instances: 250 } }, viewport: { width: 360, height: 640 } });

  test('toasts → they hide no Delete, nor the pager, nor the bar of a selection', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    // A key that a phone doesn't have.
    await expect(page.getByText('/', { exact: true })).toBeHidden();
    for (const name of ['orders-primary', 'orders-replica']) {
      await deleteOne(page, name);
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    }
    const close = page.getByRole('button', { name: 'Close' }).first();
    const toast = () => close.evaluate((button) => button.parentElement?.getBoundingClientRect());
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const pager = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
    expect((pager?.y ?? 0) + (pager?.height ?? 0)).toBeLessThanOrEqual((await toast())?.top ?? 0);
    const button = await page.getByRole('button', { name: 'Delete orders-reports-2' }).boundingBox();
    expect((await toast())?.right).toBeLessThanOrEqual(button?.x ?? 0);
    await selectRows(page, ['orders-reports', 'orders-staging']);
    const bar = await page.getByRole('region', { name: 'Selection' }).boundingBox();
    expect((await toast())?.bottom).toBeLessThanOrEqual(bar?.y ?? 0);
  });
});

test('a closed dialog fades out without a role, and takes no click', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: 'Delete orders-primary' }).click();
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.evaluate(() => {
    const pauseAll = () => document.getAnimations().map((animation) => animation.pause());
    new MutationObserver(pauseAll).observe(document.body, { childList: true });
  });
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-leaving]')).toHaveCount(1);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete orders-primary' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete orders-replica' }).click();
  await expect(page.getByRole('alertdialog', { name: 'orders-replica' })).toBeVisible();
  await expect(page.locator('[data-leaving]')).toHaveCount(0);
});

/** Runs in the page. @returns the focused element if nothing of it can be seen, or it has no ring */
function findUnseenFocus(): string | null {
  const element = document.activeElement ?? document.body;
  const { left, top, width, height } = element.getBoundingClientRect();
  const shares = [0.1, 0.5, 0.9];
  const isHit = (x: number, y: number) => {
    const hit = document.elementFromPoint(left + x * width, top + y * height);
    return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element));
  };
  const isHidden = shares.every((x) => !shares.some((y) => isHit(x, y)));
  const hasRing = [element, element.parentElement].some(
    (each) => each !== null && getComputedStyle(each).outlineStyle !== 'none',
  );
  return element === document.body || (!isHidden && hasRing) ? null : element.outerHTML.slice(0, 120);
}
