import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { deleteOne, idsInDeletes, searchInstances } from '../instances/computeRows.ts';
import { test as base, signIn } from '../support/console.ts';
import { createTokenSearch, type TokenSearch } from './tokenSearch.ts';

const token = `canary${randomBytes(12).toString('hex')}`;

const test = base.extend<{ tokenSearch: TokenSearch }>({
  tokenSearch: async ({ context }, use) => use(createTokenSearch(context, token)),
});

test.use({ otherTokens: [token] });

/** Faults of the sandbox whose responses take different ways: a message, an HTML page, a network error and a record. */
const faults = ['error-401', 'error-422', 'web-page', 'cut-off', 'extra-fields'];

test('no delete response leaks the token, and Sign out removes it from the heap', async ({
  page,
  site,
  tokenSearch,
  expectConsole,
}) => {
  expectConsole(/status of \d{3}|ERR_/);
  await page.goto('/workspaces/faults/compute?database=orders');
  await signIn(page, { workspaceSlug: 'unreadable', token });
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Show token' }).click();
  await tokenSearch.searchPage(page, 'sign-in form');
  await signIn(page, { workspaceSlug: 'faults', token });
  for (const fault of faults) {
    await searchInstances(page, fault);
    const dialog = await deleteOne(page, fault);
    if (fault === 'error-401') await signIn(page, { workspaceSlug: 'faults', token });
    else await expect.poll(() => idsInDeletes(site.wire).at(-1)).toBe(fault);
    if (fault !== 'extra-fields') {
      await expect(dialog.getByRole('alert')).toBeVisible();
      await tokenSearch.searchPage(page, `after ${fault}`);
      await dialog.getByRole('button', { name: /^(Cancel|Close)$/ }).click();
    }
    await expect(dialog).toHaveCount(0);
  }
  await tokenSearch.searchPage(page, 'list with a toast');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await tokenSearch.searchPage(page, 'Activity');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await tokenSearch.searchPage(page, 'after sign-out');
  tokenSearch.searchText(site.log.join('\n'), 'server log');
  // The snapshot contains the texts of the page, so it would contain the token.
  await page.evaluate(() => Reflect.set(window, 'marker', 'planted-marker'));
  const heap = await readHeap(page);
  expect(heap).toContain('planted-marker');
  tokenSearch.searchText(heap, 'heap after sign-out');
  expect(tokenSearch.found).toEqual([]);
  expect(idsInDeletes(site.wire)).toEqual(faults);
});

test('a stored token is only in sessionStorage, even if reads fail', async ({
  page,
  site,
  tokenSearch,
  expectConsole,
}) => {
  expectConsole(/status of \d{3}|ERR_/);
  await page.clock.install();
  await page.goto('/workspaces/history-web-page/regions');
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page, { workspaceSlug: 'history-web-page', token });
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('workspace-console.4.session.sandbox'))).toContain(
    token,
  );
  await page.getByRole('link', { name: 'Subscription history' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  // Moving the clock starts the two retries.
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(alert).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [20] });
  await tokenSearch.searchPage(page, 'history');
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await tokenSearch.searchPage(page, 'after a reload');
  tokenSearch.searchText(site.log.join('\n'), 'server log');
  expect(tokenSearch.found).toEqual([]);
});

test('the built client files do not contain the token of the sandbox', () => {
  const client = new URL('../../dist/client', import.meta.url).pathname;
  const files = readdirSync(client, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(readFileSync(join(file.parentPath, file.name), 'latin1'), file.name).not.toContain(
      'sandbox-token',
    );
});

/** A heap snapshot of the page, which contains every string as text. */
async function readHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
