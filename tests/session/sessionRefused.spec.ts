import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { chromiumFlags, findTestChromium } from '../support/chromium.mjs';
import { test } from '../support/console.ts';

const executablePath = findTestChromium();

test.use({
  launchOptions: {
    args: [...chromiumFlags, '--host-resolver-rules=MAP console.example 127.0.0.1'],
    ...(executablePath === null ? {} : { executablePath }),
  },
});

test('over plain http off localhost it asks for no token, and says why', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/other origin|Cross-Origin-Opener-Policy|Origin-Agent-Cluster|Origin-Keyed|origin-keyed/);
  await page.goto(site.origin.replace('127.0.0.1', 'console.example'));
  await expect(page.getByRole('alert')).toContainText('This console does not open over plain http.');
  await expect(page.getByRole('alert')).toContainText('Open it over https');
  await expect(page.locator('input')).toHaveCount(0);
  expect(site.wire).toEqual([]);
});

test('inside another page it asks for no token, and says why', async ({ page, site, expectConsole }) => {
  // The own server forbids framing by two headers; a static host may send neither, so they are taken away.
  const outer = createServer((request, response) => {
    if (request.url === '/outer') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>Outer</title><iframe src="/" width="800" height="600"></iframe>`);
      return;
    }
    void fetch(site.origin + request.url).then(async (answer) => {
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(answer.status, { 'content-type': type });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
  const address = outer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expectConsole(/other origin|status of 404/);
  await page.goto(`http://127.0.0.1:${port}/outer`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('alert')).toContainText('This console does not open inside another page.');
  await expect(frame.locator('input')).toHaveCount(0);
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  outer.closeAllConnections();
  await new Promise((resolve) => outer.close(resolve));
});
