import { expect } from '@playwright/test';
import { test } from '../support/console.ts';

test('the page explains why no token can be entered over HTTP', async ({ page, site, expectConsole }) => {
  expectConsole(/other origin|status of 404|Cross-Origin-Opener-Policy|[Oo]rigin-(Agent-Cluster|[Kk]eyed)/);
  // The route serves the console under a host name without HTTPS.
  await page.route('http://console.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: site.origin + pathname }) });
  });
  await page.goto('http://console.example/');
  await expect(page.getByRole('alert')).toContainText('This console requires HTTPS.');
  await expect(page.getByRole('alert')).toContainText('Open the console with https://.');
  await expect(page.locator('input')).toHaveCount(0);
  expect(site.wire).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
