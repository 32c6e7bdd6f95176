import { expect } from '@playwright/test';
import { deleteSelected, rows, selectRows } from '../compute/computeRows.ts';
import { openScreen, test, waitForRender } from '../support/console.ts';

// The pictures belong to one version of Chromium (`playwright.config.ts`). This makes them anew, after each one was looked at:
//   npx playwright test -c tests/playwright.config.ts pictures --project=chromium --update-snapshots

const now = Date.UTC(2026, 10, 24, 9, 30);
const siteOptions = { sandbox: { now: () => now } };
/** IDs would have a font of the machine, and after a 304, ages are those of the real day. */
const style = `* { font-family: "Geist Variable", sans-serif !important }
  [role="alertdialog"] time, [role="alertdialog"] time ~ span { visibility: hidden }`;
// The policy forbids these styles.
test.use({ siteOptions, viewport: { width: 1280, height: 800 }, bypassCSP: true });

for (const colorScheme of ['light', 'dark'] as const)
  test(`Compute, dialogs and history look as before, ${colorScheme} @pictures`, async ({ page }) => {
    await page.clock.setFixedTime(now);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const expectPicture = async (name: string) => {
      await page.addStyleTag({ content: style });
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      await waitForRender(page);
      await expect.soft(page).toHaveScreenshot(`${name}-${colorScheme}.png`, { maxDiffPixels: 50 });
    };
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(24);
    await expectPicture('compute');

    await page.getByRole('button', { name: 'Delete orders-primary' }).click();
    await expect(page.getByLabel('Type orders-primary to confirm')).toBeFocused();
    await expectPicture('delete');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await selectRows(page, ['orders-primary', 'orders-replica']);
    await deleteSelected(page, 2);
    await expect(page.getByRole('button', { name: 'Copy evidence' })).toBeVisible();
    await expectPicture('several');

    await page.goto('/workspaces/acme/subscription/history');
    const list = page.getByRole('list', { name: 'Subscription history' });
    await expect(list.getByRole('listitem')).toHaveCount(12);
    await expectPicture('history');

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(22);
    await expectPicture('phone');
  });
