import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { deleteOne } from '../compute/computeRows.ts';
import { test as base } from '../support/console.ts';
import { signInAt } from '../support/openScreen.ts';
import { type HostedSite, hostedSite, policyFor, type Way } from './hostedSite.ts';

const test = base.extend<{ way: Way; hosted: HostedSite }>({
  way: ['own server', { option: true }],
  hosted: async ({ way }, use) => {
    const hosted = await hostedSite(way);
    await use(hosted);
    await hosted.stop();
  },
  baseURL: async ({ hosted }, use) => use(hosted.origin),
});

for (const way of ['own server', 'static files'] as const)
  test.describe(`hosted by ${way}`, () => {
    test.use({ way });

    test('signs in, deletes once, and shows history and regions', async ({ page, hosted, expectConsole }) => {
      // With static files, the service is on another origin.
      if (way === 'static files') expectConsole(new RegExp(`^other origin: ${hosted.service}/workspaces/`));
      await signInAt(page, '/workspaces/acme/compute', { keep: true });
      await deleteOne(page, 'orders-primary');
      await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
      await page.getByRole('link', { name: 'Subscription history' }).click();
      await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
      await page.getByRole('link', { name: 'Regions' }).click();
      await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();

      const calls = hosted.asked.filter(({ method }) => method !== 'OPTIONS');
      const deletes = calls.filter(({ method }) => method === 'DELETE');
      expect(deletes).toHaveLength(1);
      expect(deletes[0]?.headers.has('idempotency-key')).toBe(way !== 'static files');
      expect(hosted.sandbox.queued('acme', 'orders').map(({ name }) => name)).toEqual(['orders-primary']);
      for (const { headers } of calls) {
        expect(headers.get('authorization')).toBe('Bearer sandbox-token');
        expect(headers.has('cookie')).toBe(false);
      }
    });
  });

test('the README has the policy for a service on another origin', () => {
  const readme = readFileSync(new URL('../../src/server/README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`Content-Security-Policy: ${policyFor('https://service.example')}`);
});
