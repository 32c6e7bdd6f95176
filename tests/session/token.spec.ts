import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deleteOne } from '../compute/computeRows.ts';
import { signIn, test } from '../support/console.ts';

const token = `canary${randomBytes(12).toString('hex')}`;

test.use({ siteOptions: { otherTokens: [token] } });

test('after the sign-in, the token is nowhere in the browser', async ({ page, context, site }) => {
  const requests: string[] = [];
  context.on('request', (request) => {
    if (!request.url().endsWith('/api/session'))
      requests.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
  });
  await page.goto('/workspaces/acme/compute');
  await page.getByRole('button', { name: 'Show token' }).click();
  await signIn(page, token);
  await deleteOne(page, 'orders-primary');
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page.getByRole('button', { name: /orders-primary/ })).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'marker', 'planted-marker'));
  const cookies = await context.cookies();
  const places = {
    ...{ ...(await page.evaluate(readPage)), heap: await readHeap(page) },
    ...{ cookies: JSON.stringify(cookies), requests: requests.join('\n') },
    'server log': [...site.logLines, ...site.errorLines].join('\n'),
  };
  // Otherwise the search would prove nothing.
  expect(places.heap).toContain('planted-marker');
  expect(site.wire.some(({ authorization }) => authorization === `Bearer ${token}`)).toBe(true);
  const forms = [token, Buffer.from(token).toString('base64').replace(/=+$/, '')];
  for (const [place, text] of Object.entries(places))
    for (const form of forms) expect(text.includes(form), place).toBe(false);
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 }]);
});

async function readPage(): Promise<Record<string, string>> {
  const elements = [...document.querySelectorAll('input, textarea')];
  const fields = elements.map((field) => Reflect.get(field, 'value')).join();
  const storage = [{ ...localStorage, ...sessionStorage }, await indexedDB.databases(), await caches.keys()];
  const stored = JSON.stringify([history.state, window.name, storage]);
  return { DOM: document.documentElement.outerHTML, fields, stored };
}

/** A heap snapshot: 1024 characters of each string, or of its parts. */
async function readHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return chunks.join('');
}
