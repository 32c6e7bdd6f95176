import { expect } from '@playwright/test';
import { deleteOne, deletes, rows } from './computeRows.ts';
import { test as base } from './console.ts';
import { type CuttingProxy, startCuttingProxy } from './matrixSocket.ts';
import { openScreen } from './openScreen.ts';

const test = base.extend<{ cutsAfter: RegExp; cutter: CuttingProxy }>({
  cutsAfter: [/^DELETE /, { option: true }],
  cutter: async ({ site, cutsAfter }, use) => {
    const cutter = await startCuttingProxy(site.origin, cutsAfter);
    await use(cutter);
    await cutter.close();
  },
  baseURL: async ({ cutter }, use) => use(cutter.origin),
});

const compute = '/workspaces/acme/compute?database=orders&q=orders-primary';

test('[04 DELETE] a reset on a reused socket: the browser sends again, the service is asked once, it is deleted', async ({
  page,
  cutter,
  site,
}) => {
  await openScreen(page, compute);
  await expect(rows(page)).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await deleteOne(page, 'orders-primary');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  expect(cutter.cuts).toEqual([{ line: expect.stringMatching(/^DELETE \/api\//), reused: true }]);
  expect(deletes(site.wire)).toHaveLength(1);
  const sent = site.log.filter((line) => line.includes('"method":"DELETE"'));
  expect(sent).toHaveLength(2);
});

test('[04 DELETE] without the own server in between the second copy finds nothing: gone, never deleted twice', async ({
  page,
  cutter,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  // Without its key the server can't tell a copy from another delete, as a service called directly can't.
  await page.route('**/compute/*', (route) => {
    const { 'idempotency-key': _, ...headers } = route.request().headers();
    return route.continue({ headers });
  });
  await openScreen(page, compute);
  await expect(rows(page)).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await deleteOne(page, 'orders-primary');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary is not there');
  expect(cutter.cuts).toHaveLength(1);
  expect(deletes(site.wire)).toHaveLength(2);
  expect(site.sandbox.queued('acme', 'orders').map(({ name }) => name)).toEqual(['orders-primary']);
});

for (const [read, screen, list] of [
  ['history', 'subscription/history', 'Subscription history'],
  ['regions', 'regions', 'Regions of CLOUDA'],
] as const)
  test.describe(`a read of ${read}`, () => {
    test.use({ cutsAfter: new RegExp(`^GET /api/.*/${screen} `) });

    test(`[04 ${read}] a reset on a reused socket is not even seen`, async ({ page, cutter }) => {
      await openScreen(page, `/workspaces/acme/${screen}`);
      await expect(page.getByRole('list', { name: list })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(cutter.cuts).toEqual([{ line: expect.stringMatching(/^GET /), reused: true }]);
    });
  });
