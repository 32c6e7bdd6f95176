import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test, waitForRender } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import { trackPendingRequests } from '../support/pendingRequests.ts';

test('code loads after the first lists, and data loads once when a link is hovered', async ({
  page,
  site,
}) => {
  const pendingRequests = trackPendingRequests(page);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  const lastReadIndex = () =>
    requestedUrls.findLastIndex((url) => url.includes('/api/') && url.endsWith('/compute'));
  for (const chunk of ['HistoryPage', 'RegionsPage', 'ShellDialogs']) {
    const requestIndex = () => requestedUrls.findIndex((url) => url.includes(chunk));
    await expect.poll(requestIndex).not.toBe(-1);
    expect(requestIndex()).toBeGreaterThan(lastReadIndex());
  }
  const countReads = () => site.wire.filter(({ path }) => path.endsWith('/subscription/history')).length;
  expect(countReads()).toBe(0);
  await page.getByRole('link', { name: 'Subscription history' }).hover();
  await expect.poll(countReads).toBe(1);
  await expect.poll(() => pendingRequests.size).toBe(0);
  requestedUrls.length = 0;
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(requestedUrls.filter((url) => /HistoryPage|subscription\/history/.test(url))).toEqual([]);
  expect(countReads()).toBe(1);
});

test('a loading bar appears for reads over 300 ms, without layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'shift', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          Reflect.set(window, 'shift', Reflect.get(window, 'shift') + Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openScreen(page, '/workspaces/acme/regions');
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  const release = await holdCalls(page, '**/subscription/history');
  const bar = page.locator('[data-loading-bar]');
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(bar).toBeVisible();
  expect(await barDelayMs(page)).toBeGreaterThanOrEqual(250);
  await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
  await release();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  for (const link of ['Compute', 'Regions', 'Subscription history']) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await waitForRender(page);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.01);
});

test('code that fails to load is reported, and loads again after navigation', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404|Failed to load|dynamically imported|Failed to fetch|preload/i);
  const urlOf = (chunk: string) => `**/assets/${chunk}*`;
  for (const chunk of ['ShellDialogs', 'RegionsPage', 'HistoryPage'])
    await page.route(urlOf(chunk), (route) => route.fulfill({ status: 404, body: 'Not found' }));
  const codeUrls: string[] = [];
  page.on('request', (request) => request.url().includes('RegionsPage') && codeUrls.push(request.url()));
  await openScreen(page, '/workspaces/acme/compute');
  await expect.poll(() => codeUrls.length).toBe(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const table = page.getByRole('table', { name: 'Compute instances' });
  await page.evaluate(() => Reflect.set(window, 'isNotReloaded', true));
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Request log' }).click();
  await expect(page.getByRole('alert')).toContainText('A new version is probably available.');
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(urlOf('ShellDialogs'));
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The code of the Regions screen isn't requested again when the refresh of the list ends.
  expect(codeUrls).toHaveLength(1);

  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('heading', { name: 'Part of the console didn’t load' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('A new version is probably available.');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(table).toBeVisible();
  await page.unroute(urlOf('RegionsPage'));
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isNotReloaded'))).toBe(true);
  await page.getByRole('link', { name: 'Subscription history' }).click();
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unroute(urlOf('HistoryPage'));
  await reload.click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isNotReloaded'))).toBe(undefined);
});

function barDelayMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const animations = document.querySelector('[data-loading-bar]')?.getAnimations() ?? [];
    return Math.max(...animations.map((animation) => Number(animation.effect?.getTiming().delay ?? 0)));
  });
}
