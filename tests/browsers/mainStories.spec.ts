import { expect } from '@playwright/test';
import { deleteRequests, idsInDeletes } from '../compute/computeRows.ts';
import { test } from './story.ts';
import type { Tab } from './tab.ts';

test('a wrong token is rejected and not stored, and the right token signs in', async ({ tab, site }) => {
  await tab.open('/');
  await signIn(tab, { token: 'another-token' });
  await tab.shows('alert', undefined, /token/);
  await tab.lacks('navigation');
  expect(await readStorage(tab)).not.toContain('another-token');

  await tab.fill('Access token', 'sandbox-token');
  await tab.click('button', 'Sign in');
  await tab.has(8, 'button', /^Delete /);
  expect(await tab.evaluate('location.pathname')).toBe('/workspaces/acme/compute');
  expect(await readStorage(tab)).not.toContain('sandbox-token');
  const authorizations = site.wire.map(({ authorization }) => authorization);
  // Sign-in may send several requests at once. The rejected token is never sent again.
  const changes = authorizations.filter((each, i) => each !== authorizations[i - 1]);
  expect(changes).toEqual(['Bearer another-token', 'Bearer sandbox-token']);
});

test('a delete needs the name, sends one request and removes the row', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/acme/compute');
  const [firstInstance] = site.sandbox.instances('acme', 'orders');
  await tab.click('button', 'Delete orders-primary');
  const dialog = tab.in('alertdialog', /orders-primary/);
  await dialog.shows('button', 'Cancel');
  for (const wrongName of ['orders', 'ORDERS-PRIMARY']) {
    await dialog.fill('Type orders-primary to confirm', wrongName);
    expect(await dialog.isDisabled('button', 'Delete instance'), wrongName).toBe(true);
  }
  await dialog.click('button', 'Cancel');
  await tab.lacks('alertdialog');
  expect(deleteRequests(site.wire)).toEqual([]);

  await deleteOne(tab, 'orders-primary');
  await tab.lacks('alertdialog');
  await tab.says('status', 'orders-primary removed, queued for deletion');
  await tab.has(7, 'button', /^Delete /);
  await tab.lacks('button', 'Delete orders-primary');
  expect(deleteRequests(site.wire)).toEqual([
    {
      method: 'DELETE',
      path: `/workspaces/acme/databases/orders/compute/${firstInstance?.id}`,
      authorization: 'Bearer sandbox-token',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  expect(site.sandbox.queued('acme', 'orders').map(({ id }) => id)).toEqual([firstInstance?.id]);

  await tab.reload();
  await tab.has(7, 'button', /^Delete /);
  await tab.lacks('button', 'Delete orders-primary');
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test('an unconfirmed deletion stays after a reload, and no request is repeated', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/faults/compute?database=orders&q=error-500');
  const dialog = await deleteOne(tab, 'error-500');
  await dialog.shows('alert', undefined, "We don't know whether error-500 was deleted");
  await dialog.click('button', 'Close');
  for (const isReloaded of [false, true]) {
    if (isReloaded) await tab.reload();
    await tab.shows('alert', undefined, "We don't know whether error-500 was deleted");
    await tab.shows('row', /error-500/, 'Unconfirmed');
  }
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test('a bulk delete starts after the admin types its phrase, and its result lists each instance', async ({
  tab,
  site,
}) => {
  const names = ['orders-primary', 'orders-replica', 'orders-reports'];
  await openScreen(tab, '/workspaces/acme/compute');
  const ids = site.sandbox
    .instances('acme', 'orders')
    .filter(({ name }) => names.includes(name ?? ''))
    .map(({ id }) => id);
  for (const name of names) await tab.click('checkbox', `Select ${name}`);
  await tab.click('button', 'Delete 3 instances');
  const dialog = tab.in('alertdialog', /Delete 3 instances/);
  await dialog.fill('Type delete 3 in acme to confirm', 'delete 4 in acme');
  expect(await dialog.isDisabled('button', 'Delete 3 instances')).toBe(true);
  expect(deleteRequests(site.wire)).toEqual([]);
  await dialog.fill('Type delete 3 in acme to confirm', 'delete 3 in acme');
  await dialog.click('button', 'Delete 3 instances');

  const result = tab.in('alertdialog', /3 of 3 instances deleted/);
  await result.shows('status', undefined, '3 deleted');
  await result.in('list', 'Results').has(3, 'listitem');
  expect(idsInDeletes(site.wire).sort()).toEqual([...ids].sort());
  await result.click('button', 'Close');
  await tab.lacks('alertdialog');
  await tab.has(5, 'button', /^Delete /);
  for (const name of names) await tab.lacks('button', `Delete ${name}`);
});

test('the subscription history shows every record, newest first', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/acme/compute');
  await tab.in('navigation', 'Main').click('link', 'Subscription history');
  const history = tab.in('list', 'Subscription history');
  await history.has(12, 'listitem');
  const starts = (await history.texts('listitem')).map((text) => Date.parse(firstDateIn(text)));
  expect(starts).toEqual([...starts].sort((first, second) => second - first));
  expect(new Set(starts).size).toBe(12);
  expect(await tab.evaluate('location.pathname')).toBe('/workspaces/acme/subscription/history');
  expect(site.wire.filter(({ path }) => path === '/workspaces/acme/subscription/history')).toHaveLength(1);
});

test('regions are grouped by provider, and a click copies their identifiers', async ({ tab }) => {
  await openScreen(tab, '/workspaces/acme/compute');
  await tab.in('navigation', 'Main').click('link', 'Regions');
  await tab.in('list', 'Regions of CLOUDA').has(2, 'listitem');
  await tab.in('list', 'Regions of CLOUDB').has(1, 'listitem');
  await tab.shows('button', 'Copy all 3');
  await tab.has(2, 'button', 'Copy');
  const region = tab.in('list', 'Regions of CLOUDA');
  await region.click('button', 'Copy CLOUDA_US_WEST_2');
  await region.shows('button', 'Copied');
  await tab.lacks('alert');
});

test('after a sign-out, Back and a reload show no data', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/acme/regions');
  expect(await readStorage(tab)).toContain('sandbox-token');
  await tab.in('navigation', 'Main').click('link', 'Subscription history');
  await tab.in('list', 'Subscription history').has(12, 'listitem');
  const countBefore = site.wire.length;
  await tab.click('button', 'Sign out');
  await tab.shows('heading', 'Sign in');
  expect(await readStorage(tab)).not.toContain('sandbox-token');
  await tab.back();
  await tab.shows('heading', 'Sign in');
  await tab.reload();
  await tab.shows('heading', 'Sign in');
  await tab.lacks('list');
  expect(site.wire).toHaveLength(countBefore);
});

test('a second tab shows a deletion of the first tab from start to end', async ({ tab, newTab, site }) => {
  const address = '/workspaces/acme/compute?database=orders&q=orders-primary';
  const secondTab = await openTwoTabs(tab, newTab, address);
  const release = site.holdDeletes();
  await deleteOne(tab, 'orders-primary');
  await secondTab.shows('row', /orders-primary/, 'Deleting…');
  expect(await secondTab.isDisabled('button', 'Delete orders-primary')).toBe(true);
  release();
  await tab.lacks('row', /orders-primary/);
  await secondTab.lacks('row', /orders-primary/);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test('a deletion is unconfirmed after its tab was closed', async ({ tab, newTab, site }) => {
  const address = '/workspaces/acme/compute?database=orders&q=orders-primary';
  const secondTab = await openTwoTabs(tab, newTab, address);
  site.holdDeletes();
  await deleteOne(secondTab, 'orders-primary');
  await tab.shows('row', /orders-primary/, 'Deleting…');
  await secondTab.close();
  await tab.shows('row', /orders-primary/, 'Unconfirmed');
  await tab.shows('alert', undefined, "We don't know whether orders-primary was deleted");
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test('a sign-out in one tab signs out the other tab', async ({ tab, newTab }) => {
  const secondTab = await openTwoTabs(tab, newTab, '/workspaces/acme/regions');
  await tab.click('button', 'Sign out');
  await tab.shows('heading', 'Sign in');
  await secondTab.shows('heading', 'Sign in');
  expect(await secondTab.readPage()).toContain('You signed out in another tab.');
  await secondTab.lacks('list');
  expect(await readStorage(secondTab)).not.toContain('sandbox-token');
});

async function signIn(tab: Tab, { token = 'sandbox-token' } = {}): Promise<void> {
  if (await tab.evaluate('location.pathname === "/"')) await tab.fill('Workspace', 'acme');
  await tab.fill('Access token', token);
  await tab.click('button', 'Sign in');
}

/** Signs in at a URL. Tabs that are opened later receive the session. */
async function openScreen(tab: Tab, address: string): Promise<void> {
  await tab.open(address);
  await tab.click('checkbox', 'Keep me signed in in this tab');
  await signIn(tab);
  await tab.shows('navigation', 'Main');
}

/** Opens a URL in two tabs. The second tab receives the session. @returns the second tab */
async function openTwoTabs(tab: Tab, newTab: () => Promise<Tab>, address: string): Promise<Tab> {
  await openScreen(tab, address);
  const secondTab = await newTab();
  await secondTab.open(address);
  await secondTab.shows('navigation', 'Main');
  return secondTab;
}

async function deleteOne(tab: Tab, name: string): Promise<Tab> {
  await tab.click('button', `Delete ${name}`);
  const dialog = tab.in('alertdialog', new RegExp(name));
  await dialog.fill(`Type ${name} to confirm`, name);
  await dialog.click('button', 'Delete instance');
  return dialog;
}

function firstDateIn(text: string): string {
  return /\d{1,2} [A-Z][a-z]{2} \d{4}/.exec(text)?.[0] ?? '';
}

/** Returns everything in sessionStorage and localStorage. */
async function readStorage(tab: Tab): Promise<string> {
  return String(await tab.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'));
}
