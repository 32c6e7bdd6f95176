import { expect } from '@playwright/test';
import { deleteRequests, idsInDeletes } from '../compute/computeRows.ts';
import { test } from './story.ts';
import type { Tab } from './tab.ts';

test('a wrong token is rejected and not stored, and the right token signs in', async ({ tab, site }) => {
  await tab.open('/');
  await signIn(tab, 'another-token');
  await tab.shows('alert', undefined, /token/);
  await tab.lacks('navigation');
  await tab.fill('Access token', 'sandbox-token');
  await tab.click('button', 'Sign in');
  await tab.has(8, 'button', /^Delete /);
  expect(await tab.evaluate('location.pathname')).toBe('/workspaces/acme/compute');
  expect(await readStorage(tab)).not.toMatch(/another-token|sandbox-token/);
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
  await dialog.fill('Type orders-primary to confirm', 'ORDERS-PRIMARY');
  expect(await dialog.isDisabled('button', 'Delete instance')).toBe(true);
  await dialog.click('button', 'Cancel');
  await tab.lacks('alertdialog');
  expect(deleteRequests(site.wire)).toEqual([]);

  await deleteOne(tab, 'orders-primary');
  await tab.lacks('alertdialog');
  await tab.says('status', 'orders-primary removed, queued for deletion');
  for (const isReloaded of [false, true]) {
    if (isReloaded) await tab.reload();
    await tab.has(7, 'button', /^Delete /);
    await tab.lacks('button', 'Delete orders-primary');
  }
  expect(deleteRequests(site.wire)).toEqual([
    {
      method: 'DELETE',
      path: `/workspaces/acme/databases/orders/compute/${firstInstance?.id}`,
      authorization: 'Bearer sandbox-token',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
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

test('a bulk delete starts after its phrase, and its result lists each instance', async ({ tab, site }) => {
  const names = ['orders-primary', 'orders-replica', 'orders-reports'];
  await openScreen(tab, '/workspaces/acme/compute');
  const instances = site.sandbox.instances('acme', 'orders');
  const ids = instances.filter(({ name }) => names.includes(name ?? '')).map(({ id }) => id);
  for (const name of names) await tab.click('checkbox', `Select ${name}`);
  await tab.click('button', 'Delete 3 instances');
  const dialog = tab.in('alertdialog', /Delete 3 instances/);
  await dialog.fill('Type delete 3 in acme to confirm', 'delete 4 in acme');
  expect(await dialog.isDisabled('button', 'Delete 3 instances')).toBe(true);
  await dialog.fill('Type delete 3 in acme to confirm', 'delete 3 in acme');
  await dialog.click('button', 'Delete 3 instances');
  const result = tab.in('alertdialog', /3 of 3 instances deleted/);
  await result.in('list', 'Results').has(3, 'listitem');
  expect(idsInDeletes(site.wire).sort()).toEqual([...ids].sort());
  await result.click('button', 'Close');
  await tab.has(5, 'button', /^Delete /);
});

test('the history shows its records newest first, and a click copies a region', async ({ tab }) => {
  await openScreen(tab, '/workspaces/acme/compute');
  await tab.in('navigation', 'Main').click('link', 'Subscription history');
  const history = tab.in('list', 'Subscription history');
  await history.has(12, 'listitem');
  const texts = await history.texts('listitem');
  const starts = texts.map((text) => Date.parse(/\d{1,2} [A-Z][a-z]{2} \d{4}/.exec(text)?.[0] ?? ''));
  expect(starts).toEqual([...new Set(starts)].sort((first, second) => second - first));
  await tab.in('navigation', 'Main').click('link', 'Regions');
  await tab.in('list', 'Regions of CLOUDB').has(1, 'listitem');
  const regions = tab.in('list', 'Regions of CLOUDA');
  await regions.click('button', 'Copy CLOUDA_US_WEST_2');
  await regions.shows('button', 'Copied');
});

test('a second tab shows a deletion of the first tab from start to end', async ({ tab, newTab, site }) => {
  const secondTab = await openTwoTabs(tab, newTab);
  const release = site.holdDeletes();
  await deleteOne(tab, 'orders-primary');
  await secondTab.shows('row', /orders-primary/, 'Deleting…');
  expect(await secondTab.isDisabled('button', 'Delete orders-primary')).toBe(true);
  release();
  for (const each of [tab, secondTab]) await each.lacks('row', /orders-primary/);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test('a deletion is unconfirmed after its tab was closed', async ({ tab, newTab, site }) => {
  const secondTab = await openTwoTabs(tab, newTab);
  site.holdDeletes();
  await deleteOne(secondTab, 'orders-primary');
  await tab.shows('row', /orders-primary/, 'Deleting…');
  await secondTab.close();
  await tab.shows('row', /orders-primary/, 'Unconfirmed');
  expect(deleteRequests(site.wire)).toHaveLength(1);
});

test('a sign-out ends every tab, and Back and a reload show no data', async ({ tab, newTab, site }) => {
  const secondTab = await openTwoTabs(tab, newTab);
  expect(await readStorage(secondTab)).toContain('sandbox-token');
  await tab.in('navigation', 'Main').click('link', 'Subscription history');
  await tab.in('list', 'Subscription history').has(12, 'listitem');
  const countBefore = site.wire.length;
  await tab.click('button', 'Sign out');
  await tab.shows('heading', 'Sign in');
  await secondTab.shows('main', undefined, 'You signed out in another tab.');
  for (const each of [tab, secondTab]) expect(await readStorage(each)).not.toContain('sandbox-token');
  await tab.back();
  await tab.shows('heading', 'Sign in');
  await tab.reload();
  await tab.shows('heading', 'Sign in');
  for (const each of [tab, secondTab]) await each.lacks('list');
  expect(site.wire).toHaveLength(countBefore);
});

async function signIn(tab: Tab, token = 'sandbox-token'): Promise<void> {
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

/** Opens the row of an instance in two tabs. The second tab receives the session. @returns the second tab */
async function openTwoTabs(tab: Tab, newTab: () => Promise<Tab>): Promise<Tab> {
  const address = '/workspaces/acme/compute?database=orders&q=orders-primary';
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

/** Returns everything in sessionStorage and localStorage. */
async function readStorage(tab: Tab): Promise<string> {
  return String(await tab.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'));
}
