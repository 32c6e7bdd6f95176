import { expect } from '@playwright/test';
import { deleteOne, rowOf } from '../compute/computeRows.ts';
import { type HostedSite, hostedSite, type Way } from '../server/hostedSite.ts';
import { test as base } from '../support/console.ts';
import { signInAt } from '../support/openScreen.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const contradiction = {
  workspace: { slug: 'acme' },
  sharded: false,
  deleted: false,
  reason: 'has dependents',
};

const renamed = { workspace: { slug: 'acme' }, sharded: false, name: 'renamed' };
const latin1 = Buffer.from('{"message":"Nicht verfügbar"}', 'latin1');
const empty = (status: number) => () => new Response(null, { status, headers: html });

/** The responses to a DELETE in the order of the rows, and the text that the admin sees. */
const responses = [
  { row: 'orders-primary', response: () => Response.json(contradiction), kept: 'contains “deleted”: false' },
  { row: 'orders-replica', response: empty(204), removed: 'orders-replica was removed' },
  { row: 'orders-reports', response: empty(205), removed: 'orders-reports was removed' },
  {
    row: 'orders-staging',
    response: empty(202),
    removed: 'The service accepted the deletion of orders-staging.',
  },
  {
    row: 'orders-exports',
    response: () => Response.json(renamed),
    removed: /orders-exports was removed.*The returned record has a different name: “renamed”/,
  },
  {
    row: 'orders-search',
    response: () => new Response(latin1, { status: 404, headers: { 'Content-Type': 'text/json' } }),
    removed: /orders-search wasn’t found/,
  },
];

const test = base.extend<{ way: Way; hosted: HostedSite & { queue: (() => Response)[] } }>({
  way: ['static files', { option: true }],
  hosted: async ({ way }, use) => {
    const queue: (() => Response)[] = [];
    const next = () => Promise.resolve(queue.shift()?.() ?? Response.json(renamed));
    const hosted = await hostedSite(way, ({ method }) => (method === 'DELETE' ? next() : undefined));
    await use({ ...hosted, queue });
    await hosted.stop();
  },
  baseURL: async ({ hosted }, use) => use(hosted.origin),
});

for (const way of ['static files', 'own server'] as const)
  test.describe(`with ${way}`, () => {
    test.use({ way });

    test('[11, 15, 16, 22 DELETE] only a contradiction keeps the row', async ({
      page,
      hosted,
      expectConsole,
    }) => {
      expectConsole(/status of 404/);
      hosted.queue.push(...responses.map(({ response }) => response));
      if (way === 'static files') expectConsole(new RegExp(`^other origin: ${hosted.service}/workspaces/`));
      await signInAt(page, '/workspaces/acme/compute?database=orders', { keep: true });
      const results = page.getByRole('status', { name: 'Results' });
      for (const { row, kept, removed } of responses) {
        const dialog = await deleteOne(page, row);
        if (kept !== undefined) {
          await expect(dialog.getByRole('alert')).toContainText(kept);
          await page.keyboard.press('Escape');
        } else {
          await expect(results).toContainText(removed);
          await results.getByRole('button', { name: 'Dismiss' }).first().click();
        }
        await expect(rowOf(page, row)).toHaveCount(kept === undefined ? 0 : 1);
      }
      expect(hosted.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(responses.length);
    });
  });
