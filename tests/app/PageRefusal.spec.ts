import { expect } from '@playwright/test';
import { test } from '../support/console.ts';

test('the page explains why no token can be entered over HTTP or inside a frame', async ({
  page,
  site,
  expectConsole,
}) => {
  // When the test ends, it removes the routes. Requests that are still running then fail, because no server has these names.
  expectConsole(
    /ERR_CONNECTION_REFUSED|other origin|status of 404|Cross-Origin-Opener-Policy|[Oo]rigin-(Agent-Cluster|[Kk]eyed)/,
  );
  // Two routes serve the console under other host names. The second route drops the headers that forbid framing, because some
  // static hosts don't send them.
  await page.route('http://console.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: site.origin + pathname }) });
  });
  await page.route('http://framed.localhost/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = `<!doctype html><title>Outer</title><iframe src="/" width="800" height="600"></iframe>`;
    if (pathname === '/outer') return route.fulfill({ contentType: 'text/html', body });
    const response = await route.fetch({ url: site.origin + pathname });
    const contentType = response.headers()['content-type'] ?? '';
    await route.fulfill({ status: response.status(), contentType, body: await response.body() });
  });
  await page.goto('http://console.example/');
  await expect(page.getByRole('alert')).toContainText('This console requires HTTPS.');
  await expect(page.getByRole('alert')).toContainText('Open the console with https://.');
  await expect(page.locator('input')).toHaveCount(0);
  expect(site.wire).toEqual([]);

  await page.goto('http://framed.localhost/outer');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('alert')).toContainText("This console can't be embedded.");
  await expect(frame.locator('input')).toHaveCount(0);
  await page.goto('http://framed.localhost/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
