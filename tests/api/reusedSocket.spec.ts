import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { deleteOne, deletes, rows } from '../compute/computeRows.ts';
import { test as base } from '../support/console.ts';
import { listen } from '../support/listen.mjs';
import { openScreen } from '../support/openScreen.ts';
import { trackPendingRequests } from '../support/pendingRequests.ts';

type Cut = { line: string; reused: boolean };

const test = base.extend<{ cutsAfter: RegExp; isDirect: boolean; cutter: { origin: string; cuts: Cut[] } }>({
  cutsAfter: [/^DELETE /, { option: true }],
  isDirect: [false, { option: true }],
  cutter: async ({ site, cutsAfter, isDirect }, use) => {
    const cuts: Cut[] = [];
    const proxy = cuttingProxy(site.origin, cutsAfter, cuts, isDirect);
    await use({ origin: `http://127.0.0.1:${await listen(proxy)}`, cuts });
    proxy.close();
  },
  baseURL: async ({ cutter }, use) => use(cutter.origin),
});

/**
 * A proxy that resets the connection instead of sending the first response to a request on a used connection. The server
 * has acted then, and the browser can't know.
 * @param cutsAfter matches the request lines whose first response is cut
 * @param isDirect gives each repeated request another key, because a service that is called directly ignores the key
 */
function cuttingProxy(target: string, cutsAfter: RegExp, cuts: Cut[], isDirect: boolean) {
  const { hostname, port } = new URL(target);
  return createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let answered = 0;
    let cutLine: string | null = null;
    for (const socket of [client, upstream])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy();
          upstream.destroy();
        });
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      const [line = ''] = text.split('\r\n', 1);
      const isFirst = cuts.every((cut) => cut.line !== line);
      if (isFirst && answered > 0 && cutsAfter.test(line)) cutLine = line;
      const withAnotherKey = text.replace(/^(idempotency-key: )\S+/im, (_, name) => name + randomUUID());
      upstream.write(isDirect ? Buffer.from(withAnotherKey, 'latin1') : bytes);
    });
    upstream.on('data', (bytes) => {
      if (cutLine === null) {
        answered += 1;
        client.write(bytes);
      } else if (!client.destroyed) {
        cuts.push({ line: cutLine, reused: answered > 0 });
        client.resetAndDestroy();
      }
    });
  });
}

/** Deletes the only row after every connection has become idle, so that the browser reuses one. */
async function deleteOnReusedSocket(page: Page): Promise<void> {
  const calls = trackPendingRequests(page);
  await openScreen(page, '/workspaces/acme/compute?database=orders&q=orders-primary');
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => calls.size).toBe(0);
  await deleteOne(page, 'orders-primary');
}

test('[04 DELETE] our server forwards a repeated request only once: deleted', async ({
  page,
  cutter,
  site,
}) => {
  await deleteOnReusedSocket(page);
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  expect(cutter.cuts).toEqual([{ line: expect.stringMatching(/^DELETE \/api\//), reused: true }]);
  expect(deletes(site.wire)).toHaveLength(1);
  expect(site.log.filter((line) => line.includes('"method":"DELETE"'))).toHaveLength(2);
});

test.describe('without our server', () => {
  test.use({ isDirect: true });

  test('[04 DELETE] the repeated request finds nothing: gone', async ({
    page,
    cutter,
    site,
    expectConsole,
  }) => {
    expectConsole(/status of 404/);
    await deleteOnReusedSocket(page);
    await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary wasn’t found');
    expect(cutter.cuts).toHaveLength(1);
    expect(deletes(site.wire)).toHaveLength(2);
    expect(site.sandbox.queued('acme', 'orders').map(({ name }) => name)).toEqual(['orders-primary']);
  });
});

test.describe('a read', () => {
  test.use({ cutsAfter: /^GET \/api\/.*\/(history|regions) / });

  test('[04 history, regions] the browser repeats a read without an error', async ({ page, cutter }) => {
    const calls = trackPendingRequests(page);
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page).first()).toBeVisible();
    await expect.poll(() => calls.size).toBe(0);
    for (const [link, list] of [
      ['Regions', 'Regions of CLOUDA'],
      ['Subscription history', 'Subscription history'],
    ] as const) {
      await page.getByRole('link', { name: link }).click();
      await expect(page.getByRole('list', { name: list })).toBeVisible();
    }
    expect(cutter.cuts).toEqual([
      { line: expect.stringMatching(/^GET .*\/regions /), reused: true },
      { line: expect.stringMatching(/^GET .*\/history /), reused: true },
    ]);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
