import { expect } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('the root leads to Compute, and the links lead to every screen', async ({ page }) => {
  await openScreen(page, '/');
  await expect(page).toHaveURL('/workspaces/acme/compute');
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const [link, address] of [
    ['Subscription history', '/workspaces/acme/subscription/history'],
    ['Regions', '/workspaces/acme/regions'],
    ['Compute', '/workspaces/acme/compute'],
  ] as const) {
    await nav.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${link} · acme · Workspace Console`);
    await expect(nav.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page');
  }
});

test('an unknown address says so inside the shell, and leads on', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  for (const address of ['/nothing/here', '/workspaces/acme', '/workspaces/acme/nothing']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(`There is nothing at ${address}.`);
    await expect(page).toHaveURL(address);
  }
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Go to Compute' }).click();
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
});

test('no screen scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openScreen(page, '/');
  for (const link of ['Compute', 'Subscription history', 'Regions']) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, link).toBeLessThanOrEqual(0);
    await expectNoAxeViolations(page);
  }
});
