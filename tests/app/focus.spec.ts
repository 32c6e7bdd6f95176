import { expect, type Page } from '@playwright/test';
import { deleteOne, rows, selectRows } from '../instances/computeRows.ts';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

// WCAG 2.4.11: no bar hides what has the focus.
for (const [width, height] of [
  [1280, 720],
  [360, 740],
  [320, 256],
] as const)
  test(`60 Tabs there and back at ${width} × ${height} px → the focus is never hidden`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(24);
    await selectRows(page, ['orders-primary', 'orders-replica']);
    await page.locator('#page-heading').focus();
    const hidden: string[] = [];
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press(key);
        const element = await findHiddenFocus(page);
        if (element !== null) hidden.push(`${key} ${presses}: ${element}`);
      }
    expect(hidden).toEqual([]);
  });

test('a toast on a phone → it hides nothing of the bar of a selection', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openScreen(page, '/workspaces/acme/compute');
  await deleteOne(page, 'orders-primary');
  await selectRows(page, ['orders-replica', 'analytics-primary']);
  const close = page.getByRole('button', { name: 'Close' });
  const toastBottom = await close.evaluate((button) => button.parentElement?.getBoundingClientRect().bottom);
  const bar = await page.getByRole('region', { name: 'Selection' }).boundingBox();
  expect(toastBottom).toBeLessThanOrEqual(bar?.y ?? 0);
});

/** The focused element if nothing of it can be seen, or null. */
function findHiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    for (const x of [0.1, 0.5, 0.9])
      for (const y of [0.1, 0.5, 0.9]) {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        if (hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element))) return null;
      }
    return `${element.outerHTML.slice(0, 120)} at ${Math.round(top)}`;
  });
}
