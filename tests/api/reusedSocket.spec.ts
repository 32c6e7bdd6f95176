import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deleteOne, deletes, rows } from '../compute/computeRows.ts';
import { callsUnderWay } from '../support/callsUnderWay.ts';
import { test as base } from '../support/console.ts';
import { type CuttingProxy, startCuttingProxy } from '../support/cuttingProxy.ts';
import { openScreen } from '../support/openScreen.ts';

const test = base.extend<{ cutsAfter: RegExp; isDirect: boolean; cutter: CuttingProxy }>({
  cutsAfter: [/^DELETE /, { option: true }],
  isDirect: [false, { option: true }],
  cutter: async ({ site, cutsAfter, isDirect }, use) => {
    const cutter = await startCuttingProxy(site.origin, cutsAfter, isDirect ? withAnotherKey : undefined);
    await use(cutter);
    await cutter.close();
  },
  baseURL: async ({ cutter }, use) => use(cutter.origin),
});

/** Replaces the idempotency key by another of the same length. */
function withAnotherKey(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .replace(/^(idempotency-key: )\S+/im, (_, name) => name + randomUUID());
  return Buffer.from(text, 'latin1');
}

/** Deletes the only row after every connection has become idle, so that the browser reuses one. */
async function deleteOnReusedSocket(page: Page): Promise<void> {
  const calls = callsUnderWay(page);
  await openScreen(page, '/workspaces/acme/compute?database=orders&q=orders-primary');
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => calls.size).toBe(0);
  await deleteOne(page, 'orders-primary');
}

test('[04 DELETE] our server sends a request that the browser repeats once: deleted', async ({
  page,
  cutter,
  site,
}) => {
  await deleteOnReusedSocket(page);
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  expect(cutter.cuts).toEqual([{ line: expect.stringMatching(/^DELETE \/api\//), reused: true }]);
  expect(deletes(site.wire)).toHaveLength(1);
  const sent = site.log.filter((line) => line.includes('"method":"DELETE"'));
  expect(sent).toHaveLength(2);
});

test.describe('without our server', () => {
  // A service that is called directly ignores the key, so it acts on both requests.
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
    const calls = callsUnderWay(page);
    const reset = (path: string) => ({
      line: expect.stringMatching(new RegExp(`^GET .*/${path} `)),
      reused: true,
    });
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
    expect(cutter.cuts).toEqual([reset('regions'), reset('subscription/history')]);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
