import { expect, type Page } from '@playwright/test';
import { drawn, expectNoAxeViolations, test } from '../support/console.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import { trackPendingRequests } from '../support/pendingRequests.ts';

test('loads later code after the first row, and the data of a hovered link once', async ({ page, site }) => {
  const calls = trackPendingRequests(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await openScreen(page, '/workspaces/acme/compute');
  await expect(page.getByRole('row', { name: /orders-primary/ })).toBeVisible();
  const lastRead = () => requests.findLastIndex((url) => url.includes('/api/') && url.endsWith('/compute'));
  for (const code of ['HistoryPage', 'RegionsPage', 'ShellDialogs']) {
    const place = () => requests.findIndex((url) => url.includes(code));
    await expect.poll(place).not.toBe(-1);
    expect(place()).toBeGreaterThan(lastRead());
  }
  const history = () => site.wire.filter(({ path }) => path.endsWith('/subscription/history')).length;
  expect(history()).toBe(0);
  await page.getByRole('link', { name: 'Subscription history' }).hover();
  await expect.poll(history).toBe(1);
  await expect.poll(() => calls.size).toBe(0);
  requests.length = 0;
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(requests.filter((url) => /HistoryPage|subscription\/history/.test(url))).toEqual([]);
  expect(history()).toBe(1);
});

test('shows the bar for reads over 300 ms without layout shift', async ({ page }) => {
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
  const letGo = await holdCalls(page, '**/subscription/history');
  const bar = page.locator('[data-reading]');
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(bar).toBeVisible();
  expect(await barFrom(page)).toBeGreaterThanOrEqual(250);
  await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
  letGo();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  for (const link of ['Compute', 'Regions', 'Subscription history']) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await drawn(page);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.01);
});

test('reports code that does not load, inside the shell and without reloading', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404|Failed to load|dynamically imported|Failed to fetch|preload/i);
  const addressOf = (code: string) => `**/assets/${code}*`;
  for (const code of ['ShellDialogs', 'RegionsPage', 'HistoryPage'])
    await page.route(addressOf(code), (route) => route.fulfill({ status: 404, body: 'Not found' }));
  const attempts: string[] = [];
  page.on('request', (request) => request.url().includes('RegionsPage') && attempts.push(request.url()));
  await openScreen(page, '/workspaces/acme/compute');
  await expect.poll(() => attempts.length).toBe(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const table = page.getByRole('table', { name: 'Compute instances' });
  await page.evaluate(() => Reflect.set(window, 'same', true));
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: 'Request log' }).click();
  await expect(page.getByRole('alert')).toContainText('A new version is probably available.');
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(addressOf('ShellDialogs'));
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The reads of the refresh are followed by no other attempt.
  expect(attempts).toHaveLength(1);

  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('heading', { name: 'Part of the console didn’t load' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('A new version is probably available.');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(table).toBeVisible();
  // The next navigation loads the code without a reload.
  await page.unroute(addressOf('RegionsPage'));
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'same'))).toBe(true);
  await page.getByRole('link', { name: 'Subscription history' }).click();
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unroute(addressOf('HistoryPage'));
  await reload.click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'same'))).toBe(undefined);
});

/** Returns the delay of the loading bar (ms). */
function barFrom(page: Page): Promise<number> {
  return page.evaluate(() => {
    const animations = document.querySelector('[data-reading]')?.getAnimations() ?? [];
    return Math.max(...animations.map((animation) => Number(animation.effect?.getTiming().delay ?? 0)));
  });
}
