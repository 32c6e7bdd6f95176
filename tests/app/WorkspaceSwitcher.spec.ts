import { expect, type Page } from '@playwright/test';
import { test, waitForRender } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';

const regionsResponse = { json: ['CLOUDA_US_WEST_2'] };

test('Cancel, Esc and a click on another workspace stop the opening of a workspace', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  for (const closeDialog of [
    () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    const release = await holdCalls(page, '**/workspaces/beta/regions');
    await requestWorkspace(page, 'beta');
    await expect(page.getByRole('button', { name: 'Checking access…' })).toBeVisible();
    await closeDialog();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Preferences' }).click();
    await release(regionsResponse);
    await waitForRender(page);
    await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible();
    await expect(page).toHaveURL('/workspaces/acme/compute');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Delete orders-primary', exact: true })).toBeVisible();
    await page.unroute('**/workspaces/beta/regions');
  }
  await requestWorkspace(page, 'beta');
  await expect(page).toHaveURL('/workspaces/beta/compute');

  const release = await holdCalls(page, '**/workspaces/empty/regions');
  await requestWorkspace(page, 'empty', 'beta');
  await page.getByRole('dialog').getByRole('link', { name: 'acme' }).click();
  await expect(page).toHaveURL('/workspaces/acme/compute');
  await release(regionsResponse);
  await waitForRender(page);
  await expect(page).toHaveURL('/workspaces/acme/compute');
  await expect(page.getByRole('button', { name: 'Switch workspace, current: acme' })).toBeVisible();
});

async function requestWorkspace(page: Page, workspaceSlug: string, currentSlug = 'acme'): Promise<void> {
  await page.getByRole('button', { name: `Switch workspace, current: ${currentSlug}` }).click();
  await page.getByLabel('Open another workspace').fill(workspaceSlug);
  await page.getByRole('button', { name: 'Open workspace' }).click();
}
