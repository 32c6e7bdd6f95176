import { expect } from '@playwright/test';
import { deleteOne, rows, selectRows } from '../compute/computeRows.ts';
import { openScreen, test } from '../support/console.ts';

// WCAG 2.4.11: no bar hides what has the focus.
test('60 Tabs there and back at three sizes → the focus is never hidden', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await selectRows(page, ['orders-primary', 'orders-replica']);
  await page.evaluate(watchFocus);
  for (const [width, height] of Object.entries({ 1280: 720, 360: 740, 320: 256 })) {
    await page.setViewportSize({ width: Number(width), height });
    await page.locator('#page-heading').focus();
    await page.evaluate(() => Object.assign(Reflect.get(window, 'focusReport'), { count: 0 }));
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < 60; presses += 1) await page.keyboard.press(key);
    const { count, hidden } = await page.evaluate(() => Reflect.get(window, 'focusReport'));
    expect(count).toBeGreaterThanOrEqual(120);
    expect(hidden, `hidden at ${width} × ${height} px`).toEqual([]);
  }
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

/** Runs in the page. After each Tab, it notes the focused element if nothing of it can be seen. */
function watchFocus(): void {
  const report = { count: 0, hidden: [] as string[] };
  Reflect.set(window, 'focusReport', report);
  const shares = [0.1, 0.5, 0.9];
  const isSeen = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const isHit = (x: number, y: number) => {
      const hit = document.elementFromPoint(left + x * width, top + y * height);
      return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element));
    };
    return shares.some((x) => shares.some((y) => isHit(x, y)));
  };
  // The page scrolls to the element between keydown and keyup.
  addEventListener('keyup', ({ key }) => {
    if (key !== 'Tab') return;
    report.count += 1;
    const element = document.activeElement;
    if (element !== null && element !== document.body && !isSeen(element))
      report.hidden.push(`${report.count}: ${element.outerHTML.slice(0, 120)}`);
  });
}
