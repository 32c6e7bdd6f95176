import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { faults as allFaults } from '../../src/sandbox/faults.ts';
import { callsUnderWay } from '../support/callsUnderWay.ts';
import { signIn } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { readPdfText } from '../support/readPdfText.ts';
import { startTokenSite, type TokenSite } from './tokenSite.ts';
import { createTokenSweep, type TokenSweep } from './tokenSweep.ts';

const test = base.extend<{ site: TokenSite; token: string; sweep: TokenSweep }>({
  site: async ({ browserName: _ }, use) => {
    const site = await startTokenSite(`canary${randomBytes(12).toString('hex')}`);
    await use(site);
    await site.close();
  },
  // The browser's context hangs on this, so it is closed before the server is.
  baseURL: async ({ site }, use) => use(site.origin),
  token: async ({ site }, use) => use(site.token),
  sweep: async ({ context, token }, use) => use(createTokenSweep(context, token)),
});

test.describe.configure({ timeout: 90_000 });
test.use({ actionTimeout: 10_000 });

/** Faults that keep one waiting: looked at while they do as well, on a clock that is put forward. */
const lasting = ['no-answer', 'stall', 'huge'];
/** All others; `slow` waits like `no-answer` and then answers like any instance. */
const faults = allFaults.map(({ name }) => name).filter((name) => name !== 'slow' && !lasting.includes(name));

test('a token that goes through every fault of a delete is found nowhere, and after sign-out not in the heap', async ({
  page,
  site,
  token,
  sweep,
}) => {
  await page.goto('/workspaces/faults/compute');
  for (const workspaceSlug of ['error-503', 'nowhere', 'unreadable']) {
    await signIn(page, { workspaceSlug, token });
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Show token' }).click();
    await sweep.look(page, `gate after ${workspaceSlug}`);
    await page.getByRole('button', { name: 'Hide token' }).click();
  }
  await signIn(page, { workspaceSlug: 'faults', token });
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  for (const trigger of faults) {
    await page.getByRole('searchbox', { name: 'Search instances' }).fill(trigger);
    await deleteFirst(page, trigger);
    await expect(page.getByRole('button', { name: 'Deleting…' })).toHaveCount(0);
    await sweep.look(page, `after ${trigger}`);
    if (trigger === 'error-401') {
      await signIn(page, { workspaceSlug: 'faults', token });
      await expect(page.getByRole('alertdialog')).toBeVisible();
    }
    await leaveDialog(page);
    await sweep.look(page, `list after ${trigger}`);
  }
  const ends = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('workspace-console.deletions./api');
        opening.onsuccess = () => {
          const all = opening.result.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => resolve(all.result);
        };
      }),
  );
  expect(ends).toHaveLength(faults.length);

  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await sweep.look(page, 'activity log');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Requests' }).click();
  await expect(page.getByRole('dialog', { name: 'Requests' })).toBeVisible();
  await sweep.look(page, 'requests');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out all the same' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await sweep.look(page, 'after sign-out');
  sweep.read(site.log.join('\n'), 'server log');
  sweep.read(await heapOf(page), 'heap after sign-out');
  expect(sweep.found).toEqual([]);
  expect(sweep.looked()).toBeGreaterThan(1_000);
  expect(site.log.length).toBeGreaterThan(faults.length);
});

test('a kept token that goes through every fault of a read is in its one place alone', async ({
  page,
  site,
  token,
  sweep,
}) => {
  const calls = callsUnderWay(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  await page.goto('/workspaces/acme/regions');
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page, { workspaceSlug: 'acme', token });
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('workspace-console.session'))).toContain(token);
  for (const trigger of faults) {
    await goInside(page, `/workspaces/history-${trigger}/subscription/history`);
    await expect.poll(() => asked.at(-1)).toContain(`/history-${trigger}/subscription/history`);
    await expect(async () => {
      // Further tries come by the clock, once an answer is there; a sign of life keeps the session.
      if (calls.size === 0) await page.clock.fastForward(31_000);
      await page.keyboard.press('Shift');
      await expect(endOfHistory(page)).toBeVisible({ timeout: 300 });
    }).toPass({ intervals: [20] });
    await sweep.look(page, `history-${trigger}`);
    // The gate stands over everything until the next load, which begins with the kept token.
    if (trigger === 'error-401') await page.reload();
  }
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await sweep.look(page, 'after a reload');
  sweep.read(site.log.join('\n'), 'server log');
  expect(sweep.found).toEqual([]);
  expect(site.log.filter((line) => line.includes('/subscription/history')).length).toBeGreaterThan(
    faults.length,
  );
});

test('a token is found nowhere while an answer is waited for, nor once that took too long', async ({
  page,
  site,
  token,
  sweep,
}) => {
  await page.clock.install();
  await page.goto('/workspaces/faults/compute');
  await signIn(page, { workspaceSlug: 'faults', token });
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  for (const trigger of lasting) {
    await page.getByRole('searchbox', { name: 'Search instances' }).fill(trigger);
    await deleteFirst(page, trigger);
    await sweep.look(page, `while ${trigger}`);
    const waiting = page.getByRole('button', { name: 'Deleting…' });
    if (trigger !== 'huge') await page.clock.fastForward(61_000);
    await expect(waiting).toHaveCount(0);
    await sweep.look(page, `after ${trigger}`);
    await leaveDialog(page);
  }
  for (const trigger of lasting) {
    await goInside(page, `/workspaces/history-${trigger}/subscription/history`);
    await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
    await sweep.look(page, `while history-${trigger}`);
    await expect(async () => {
      await page.clock.fastForward(16_000);
      await expect(endOfHistory(page)).toBeVisible({ timeout: 300 });
    }).toPass({ intervals: [20] });
    await sweep.look(page, `after history-${trigger}`);
  }
  sweep.read(site.log.join('\n'), 'server log');
  expect(sweep.found).toEqual([]);
});

test('no file, copy or print that leaves the console holds the token', async ({
  page,
  context,
  token,
  sweep,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  await page.goto('/workspaces/acme/compute');
  await signIn(page, { token });
  await expect(page.getByText('24 instances')).toBeVisible();
  for (const kind of ['CSV', 'JSON']) {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: `Export as ${kind}` }).click();
  }
  await page.getByRole('link', { name: 'Subscription history' }).click();
  for (const kind of ['CSV', 'JSON']) await page.getByRole('button', { name: `Export ${kind}` }).click();
  await expect.poll(() => files.length).toBe(4);
  const sheets = readPdfText(await page.pdf()).join('\n');
  expect(sheets).toContain('Subscription history of acme');
  sweep.read(sheets, 'print');
  await page.getByRole('button', { name: 'Requests' }).click();
  const requests = page.getByRole('dialog', { name: 'Requests' });
  for (const name of [/Copy all as JSON/, /curl/i]) {
    const copied = await copyWith(requests.getByRole('button', { name }).first());
    expect(copied.length).toBeGreaterThan(20);
    sweep.read(copied, `copy by ${name}`);
  }
  await sweep.look(page, 'after the exports');
  expect(sweep.found).toEqual([]);
});

test('the sweep finds a token wherever one is planted', async ({ page, token, sweep }) => {
  await page.goto(`/?q=${token}#${token}`);
  await page.evaluate((planted) => {
    document.body.dataset.planted = planted;
    history.replaceState({ planted }, '');
    localStorage.setItem('planted', planted);
    sessionStorage.setItem('planted', btoa(planted));
    Reflect.set(window, 'planted', { planted });
  }, token);
  await sweep.look(page, 'planted');
  sweep.read(await heapOf(page), 'heap');
  const places = sweep.found.map((place) => place.split(/,| of /, 1)[0]);
  for (const place of ['DOM', 'history', 'localStorage', 'sessionStorage', 'address bar', 'address', 'heap'])
    expect(places).toContain(place);
});

test('the build holds no token, not even the sandbox’s', () => {
  const client = new URL('../../dist/client', import.meta.url).pathname;
  const files = readdirSync(client, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(readFileSync(join(file.parentPath, file.name), 'latin1'), file.name).not.toContain(
      'sandbox-token',
    );
});

async function deleteFirst(page: Page, name: string): Promise<void> {
  const row = page
    .getByRole('table', { name: 'Compute instances' })
    .locator('tbody tr')
    .filter({ has: page.getByRole('button', { name: `Delete ${name}`, exact: true }) })
    .first();
  // By keyboard: results that stay in sight may lie over the row.
  await row.getByRole('button', { name: `Delete ${name}`, exact: true }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  // A clock that is put forward before the DELETE has left would end what comes before it, and not the wait for its answer.
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await sent;
}

/** A dialog whose deletion succeeded goes by itself, maybe just now; any other one is left. */
async function leaveDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  const leave = dialog.getByRole('button', { name: /^(Cancel|I have seen this)$/ });
  await expect(async () => {
    if ((await dialog.count()) > 0) await leave.click({ timeout: 1_000 });
    await expect(dialog).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
}

/** Follows an address as a link inside the console would: nothing is loaded anew. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** What a history ends in: its records, its failure, or the gate over everything. */
function endOfHistory(page: Page) {
  return page
    .getByRole('main')
    .getByRole('alert')
    .or(page.getByRole('list', { name: 'Subscription history' }))
    .or(page.getByText('The service no longer accepts your token.'))
    .first();
}

/** Every string of the page's JavaScript heap after a garbage collection. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
