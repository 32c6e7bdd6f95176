import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { idsInDeletes, rowOf } from '../compute/computeRows.ts';
import { test as base, signIn } from '../support/console.ts';
import { trackPendingRequests } from '../support/pendingRequests.ts';
import { createTokenSearch, type TokenSearch } from './tokenSearch.ts';

const token = `canary${randomBytes(12).toString('hex')}`;

const test = base.extend<{ tokenSearch: TokenSearch }>({
  tokenSearch: async ({ context }, use) => use(createTokenSearch(context, token)),
});

test.use({ otherTokens: [token] });

/** Faults of the sandbox, one for each kind of response. */
const faults = [
  ...['error-401', 'error-404', 'error-422', 'error-500', 'error-in-200', 'cut-off', 'redirect'],
  ...['web-page', 'accepted', 'extra-fields', 'mismatch', 'no-answer'],
];
/** Faults after which the delete dialog closes automatically. */
const faultsThatCloseDialog = ['error-404', 'accepted', 'extra-fields'];

test('no delete response leaks the token, and Sign out removes it from the heap', async ({
  page,
  site,
  tokenSearch,
  expectConsole,
}) => {
  // Twelve faults and a heap snapshot take more than a minute if other stories run at the same time.
  test.slow();
  expectConsole(/status of \d{3}|ERR_/);
  await page.clock.install();
  await page.goto('/workspaces/faults/compute?database=orders');
  for (const workspaceSlug of ['error-503', 'nowhere', 'unreadable']) {
    await signIn(page, { workspaceSlug, token });
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Show token' }).click();
    await tokenSearch.searchPage(page, `sign-in form after ${workspaceSlug}`);
    await page.getByRole('button', { name: 'Hide token' }).click();
  }
  await signIn(page, { workspaceSlug: 'faults', token });
  for (const fault of faults) {
    await page.getByRole('searchbox', { name: 'Search instances' }).fill(fault);
    // Move the clock only after the DELETE was sent, because its timeout starts then.
    const requestSent = page.waitForRequest((request) => request.method() === 'DELETE');
    const dialog = await deleteWithKeyboard(page, fault);
    await requestSent;
    if (fault === 'no-answer') {
      await tokenSearch.searchPage(page, `while ${fault}`);
      await page.clock.fastForward(61_000);
    }
    await expect(page.getByRole('button', { name: 'Deleting…' })).toHaveCount(0);
    await tokenSearch.searchPage(page, `after ${fault}`);
    if (fault === 'error-401') await signIn(page, { workspaceSlug: 'faults', token });
    if (!faultsThatCloseDialog.includes(fault))
      await dialog.getByRole('button', { name: /^(Cancel|Close|I have read this)$/ }).click();
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('');
  await tokenSearch.searchPage(page, 'list with marked rows');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await tokenSearch.searchPage(page, 'Activity');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await tokenSearch.searchPage(page, 'after sign-out');
  tokenSearch.searchText(site.log.join('\n'), 'server log');
  tokenSearch.searchText(await readHeap(page), 'heap after sign-out');
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
  const pendingRequests = trackPendingRequests(page);
  await page.clock.install();
  await page.goto('/workspaces/acme/regions');
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page, { token });
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('workspace-console.4.session.sandbox'))).toContain(
    token,
  );
  for (const fault of faults) {
    const path = `/workspaces/history-${fault}/subscription/history`;
    await navigateInPage(page, path);
    await expect.poll(() => site.wire.map((request) => request.path)).toContain(path);
    if (fault === 'no-answer') await tokenSearch.searchPage(page, `while history-${fault}`);
    await expect
      .poll(
        async () => {
          // Moving the clock starts the next retry. The key press prevents an idle sign-out.
          if (pendingRequests.size === 0 || fault === 'no-answer') await page.clock.fastForward(31_000);
          await page.keyboard.press('Shift');
          return historyOutcome(page).isVisible();
        },
        { intervals: [20] },
      )
      .toBe(true);
    await tokenSearch.searchPage(page, `history-${fault}`);
    if (fault === 'error-401') await signIn(page, { token });
  }
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await tokenSearch.searchPage(page, 'after a reload');
  tokenSearch.searchText(site.log.join('\n'), 'server log');
  expect(tokenSearch.found).toEqual([]);
});

test('the token search finds a token that the test plants in eight places', async ({ page, tokenSearch }) => {
  await page.goto(`/?q=${token}#${token}`);
  await page.evaluate((planted) => {
    document.body.dataset.planted = planted;
    history.replaceState({ planted }, '');
    localStorage.setItem('planted', planted);
    sessionStorage.setItem('planted', btoa(planted));
    Reflect.set(window, 'planted', { planted });
    return new Promise<void>((resolve) => {
      const openRequest = indexedDB.open('planted');
      openRequest.onupgradeneeded = () => openRequest.result.createObjectStore('texts').put(planted, 1);
      openRequest.onsuccess = () => resolve(openRequest.result.close());
    });
  }, token);
  await tokenSearch.searchPage(page, 'planted');
  tokenSearch.searchText(await readHeap(page), 'heap');
  const places = tokenSearch.found.map((place) => place.split(/,| of /, 1)[0]);
  const stores = ['localStorage', 'sessionStorage', 'IndexedDB'];
  expect(places).toEqual(
    expect.arrayContaining(['DOM', 'history', 'address bar', 'address', 'heap', ...stores]),
  );
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

/** Deletes with the keyboard, because a result message may cover the row. */
async function deleteWithKeyboard(page: Page, name: string): Promise<Locator> {
  await rowOf(page, name)
    .getByRole('button', { name: `Delete ${name}`, exact: true })
    .press('Enter');
  const field = page.getByLabel(`Type ${name} to confirm`);
  await field.fill(name);
  await field.press('Enter');
  return page.getByRole('alertdialog');
}

/** Navigates without a reload, as a link of the console does. */
async function navigateInPage(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The records, the error or the sign-in form that appears after a request for the history. */
function historyOutcome(page: Page) {
  return page
    .getByRole('main')
    .getByRole('alert')
    .or(page.getByRole('list', { name: 'Subscription history' }))
    .or(page.getByText('Your access token is no longer accepted.'))
    .first();
}

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
