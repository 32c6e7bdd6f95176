import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { deleteOne, idsInDeletes, rows } from '../instances/computeRows.ts';
import { test as base } from '../support/console.ts';
import { listen } from '../support/listen.mjs';
import { openScreen } from '../support/openScreen.ts';
import { trackPendingRequests } from '../support/pendingRequests.ts';

type ResettingProxy = {
  origin: string;
  /** The request lines whose response was replaced with a reset. */
  resets: string[];
};

const test = base.extend<{
  resetPattern: RegExp;
  usesNewKeys: boolean;
  resettingProxy: ResettingProxy;
}>({
  /** Matches the request lines whose first response is replaced with a reset. */
  resetPattern: [/^DELETE /, { option: true }],
  /** True to give each request a new idempotency key, so that our server forwards a repeated DELETE. */
  usesNewKeys: [false, { option: true }],
  resettingProxy: async ({ site, resetPattern, usesNewKeys }, use) => {
    const resets: string[] = [];
    const { hostname, port } = new URL(site.origin);
    // Resets a reused connection instead of sending a response. The server has handled the request by then.
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      let responseCount = 0;
      let lineToReset: string | null = null;
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
        if (responseCount > 0 && resetPattern.test(line) && !resets.includes(line)) lineToReset = line;
        const withNewKey = text.replace(/^(idempotency-key: )\S+/im, (_, name) => name + randomUUID());
        upstream.write(usesNewKeys ? Buffer.from(withNewKey, 'latin1') : bytes);
      });
      upstream.on('data', (bytes) => {
        if (lineToReset === null) {
          responseCount += 1;
          client.write(bytes);
        } else if (!client.destroyed) {
          resets.push(lineToReset);
          client.resetAndDestroy();
        }
      });
    });
    await use({ origin: `http://127.0.0.1:${await listen(server)}`, resets });
    server.close();
  },
  baseURL: async ({ resettingProxy }, use) => use(resettingProxy.origin),
});

/** Opens Compute and waits until all connections are idle, so that the browser reuses them. */
async function openIdle(page: Page): Promise<void> {
  const pendingRequests = trackPendingRequests(page);
  await openScreen(page, '/workspaces/acme/compute?database=orders&q=orders-primary');
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => pendingRequests.size).toBe(0);
}

test('[04 DELETE] our server sends a DELETE once, even if the browser repeats it', async ({
  page,
  resettingProxy,
  site,
}) => {
  await openIdle(page);
  await deleteOne(page, 'orders-primary');
  await expect(page.getByText('orders-primary removed, queued for deletion')).toBeVisible();
  expect(resettingProxy.resets).toEqual([expect.stringMatching(/^DELETE \/api\//)]);
  expect(idsInDeletes(site.wire)).toHaveLength(1);
  expect(site.log.filter((line) => line.includes('"method":"DELETE"'))).toHaveLength(2);
});

test.describe('without our server', () => {
  test.use({ usesNewKeys: true });

  test('[04 DELETE] a DELETE that the browser repeats has the outcome gone', async ({
    page,
    resettingProxy,
    site,
    expectConsole,
  }) => {
    expectConsole(/status of 404/);
    await openIdle(page);
    await deleteOne(page, 'orders-primary');
    await expect(page.getByText('orders-primary was not found').first()).toBeVisible();
    expect(resettingProxy.resets).toHaveLength(1);
    expect(idsInDeletes(site.wire)).toHaveLength(2);
    expect(site.sandbox.queued('acme', 'orders').map(({ name }) => name)).toEqual(['orders-primary']);
  });
});

test.describe('a read', () => {
  test.use({ resetPattern: /^GET \/api\/.*\/(history|regions) / });

  test('[04 history, regions] the browser repeats a read, and no error is shown', async ({
    page,
    resettingProxy,
  }) => {
    await openIdle(page);
    for (const [link, list] of [
      ['Regions', 'Regions of CLOUDA'],
      ['Subscription history', 'Subscription history'],
    ] as const) {
      await page.getByRole('link', { name: link }).click();
      await expect(page.getByRole('list', { name: list })).toBeVisible();
    }
    expect(resettingProxy.resets).toEqual([
      expect.stringMatching(/^GET .*\/regions /),
      expect.stringMatching(/^GET .*\/history /),
    ]);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
