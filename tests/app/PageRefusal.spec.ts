import { expect } from '@playwright/test';
import { test } from '../support/console.ts';

test('asks for no token over plain http or inside another page, and says why', async ({
  page,
  site,
  expectConsole,
}) => {
  // The names resolve only while they are routed, and the last page may still load code then.
  expectConsole(
    /ERR_CONNECTION_REFUSED|other origin|status of 404|Cross-Origin-Opener-Policy|[Oo]rigin-(Agent-Cluster|[Kk]eyed)/,
  );
  // Routing these names needs no resolver. The second one also drops the two headers that forbid framing, because a
  // static host may send neither.
  await page.route('http://console.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: site.origin + pathname }) });
  });
  await page.route('http://framed.localhost/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = `<!doctype html><title>Outer</title><iframe src="/" width="800" height="600"></iframe>`;
    if (pathname === '/outer') return route.fulfill({ contentType: 'text/html', body });
    const answer = await route.fetch({ url: site.origin + pathname });
    const type = answer.headers()['content-type'] ?? '';
    await route.fulfill({ status: answer.status(), contentType: type, body: await answer.body() });
  });
  await page.goto('http://console.example/');
  await expect(page.getByRole('alert')).toContainText('This console requires HTTPS.');
  await expect(page.getByRole('alert')).toContainText('Open the console with https://.');
  await expect(page.locator('input')).toHaveCount(0);
  expect(site.wire).toEqual([]);

  await page.goto('http://framed.localhost/outer');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('alert')).toContainText('This console can’t be embedded.');
  await expect(frame.locator('input')).toHaveCount(0);
  await page.goto('http://framed.localhost/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
