import { expect } from '@playwright/test';
import { deleteRequests } from '../instances/computeRows.ts';
import { test } from './story.ts';
import type { Tab } from './tab.ts';

// The main stories, as far as browsers can differ: storage, channels and locks between tabs, dates and the clipboard.

test('only a token that works is stored, and Sign out ends every tab for good', async ({
  tab,
  newTab,
  site,
}) => {
  await tab.open('/workspaces/acme/compute');
  await tab.click('checkbox', 'Keep me signed in in this tab');
  await signIn(tab, 'another-token');
  await tab.shows('alert', undefined, /token/);
  expect(await readStorage(tab)).not.toContain('another-token');
  await signIn(tab);
  await tab.has(6, 'button', /^Delete /);
  const authorizations = site.wire.map(({ authorization }) => authorization);
  // Sign-in may send several requests at once. The rejected token is never sent again.
  const changes = authorizations.filter((each, i) => each !== authorizations[i - 1]);
  expect(changes).toEqual(['Bearer another-token', 'Bearer sandbox-token']);

  await tab.driven.reload();
  await tab.click('link', 'Regions');
  await tab.shows('list', 'Regions of CLOUDB');
  const secondTab = await newTab();
  await secondTab.open('/workspaces/acme/regions');
  await secondTab.shows('list', 'Regions of CLOUDB');
  for (const each of [tab, secondTab]) expect(await readStorage(each)).toContain('sandbox-token');
  const countBefore = site.wire.length;
  await tab.click('button', 'Sign out');
  await tab.shows('heading', 'Sign in');
  await secondTab.shows('main', undefined, 'You signed out in another tab.');
  for (const each of [tab, secondTab]) expect(await readStorage(each)).not.toContain('sandbox-token');
  await tab.driven.goBack();
  await tab.shows('heading', 'Sign in');
  await tab.driven.reload();
  await tab.shows('heading', 'Sign in');
  for (const each of [tab, secondTab]) await each.has(0, 'list');
  expect(site.wire).toHaveLength(countBefore);
});

test('two tabs show a deletion from start to end, and one whose tab closed is unconfirmed', async ({
  tab,
  newTab,
  site,
}) => {
  const address = '/workspaces/acme/compute?database=orders';
  const [primary, replica] = site.sandbox.instances('acme', 'orders');
  await openScreen(tab, address);
  const secondTab = await newTab();
  await secondTab.open(address);
  await secondTab.shows('row', /orders-primary/);
  const release = site.holdDeletes();
  await tab.click('button', 'Delete orders-primary');
  await tab.fill('Type orders-primary to confirm', 'ORDERS-PRIMARY');
  expect(await tab.isEnabled('button', 'Delete instance')).toBe(false);
  await tab.fill('Type orders-primary to confirm', 'orders-primary');
  await tab.click('button', 'Delete instance');
  await secondTab.shows('row', /orders-primary/, 'Deleting…');
  expect(await secondTab.isEnabled('button', 'Delete orders-primary')).toBe(false);
  release();
  for (const each of [tab, secondTab]) await each.has(0, 'row', /orders-primary/);

  site.holdDeletes();
  await secondTab.click('button', 'Delete orders-replica');
  await secondTab.fill('Type orders-replica to confirm', 'orders-replica');
  await secondTab.click('button', 'Delete instance');
  await tab.shows('row', /orders-replica/, 'Deleting…');
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(2);
  await secondTab.close();
  await tab.shows('row', /orders-replica/, 'Unconfirmed');
  await tab.driven.reload();
  await tab.shows('row', /orders-replica/, 'Unconfirmed');
  await tab.has(0, 'row', /orders-primary/);
  const keys = deleteRequests(site.wire).map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(2);
  expect(deleteRequests(site.wire).map(({ path }) => path)).toEqual(
    [primary, replica].map((instance) => `/workspaces/acme/databases/orders/compute/${instance?.id}`),
  );
});

test('the history shows its records newest first, and a click copies a region', async ({ tab }) => {
  await openScreen(tab, '/workspaces/acme/subscription/history');
  await tab.shows('list', 'Subscription history');
  const items = await tab.driven.evaluate(
    "[...document.querySelectorAll('ol li')].map((item) => item.innerText)",
  );
  const starts = (items as string[]).map((text) =>
    Date.parse(/\d+ [A-Z][a-z]{2} \d{4}/.exec(text)?.[0] ?? ''),
  );
  expect(starts).toHaveLength(12);
  expect(starts).toEqual([...new Set(starts)].sort((first, second) => second - first));
  await tab.click('link', 'Regions');
  // A button says "Copied" only for a short time, so note what the browser has copied.
  await tab.driven.evaluate(`void (navigator.clipboard.writeText = (text) =>
    Clipboard.prototype.writeText.call(navigator.clipboard, text).then(() => (globalThis.copied = text)))`);
  await tab.click('button', 'Copy CLOUDA_US_WEST_2');
  await expect.poll(() => tab.driven.evaluate('globalThis.copied ?? null')).toBe('CLOUDA_US_WEST_2');
});

async function signIn(tab: Tab, token = 'sandbox-token'): Promise<void> {
  await tab.fill('Access token', token);
  await tab.click('button', 'Sign in');
}

/** Signs in at a URL. Tabs that are opened later receive the session. */
async function openScreen(tab: Tab, address: string): Promise<void> {
  await tab.open(address);
  await tab.click('checkbox', 'Keep me signed in in this tab');
  await signIn(tab);
}

/** Returns everything in sessionStorage and localStorage. */
async function readStorage(tab: Tab): Promise<string> {
  return String(await tab.driven.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'));
}
