import { expect } from '@playwright/test';
import type { WireLine } from '../support/startSite.ts';
import { test } from './story.ts';
import type { Tab } from './tab.ts';

test('sign-in rejects and forgets a wrong token, and accepts the right one', async ({ tab, site }) => {
  await tab.open('/');
  await signIn(tab, { token: 'another-token' });
  await tab.shows('alert', undefined, /token/);
  await tab.lacks('navigation');
  expect(await storedBy(tab)).not.toContain('another-token');

  await tab.fill('Access token', 'sandbox-token');
  await tab.click('button', 'Sign in');
  await tab.has(8, 'button', /^Delete /);
  expect(await tab.evaluate('location.pathname')).toBe('/workspaces/acme/compute');
  expect(await storedBy(tab)).not.toContain('sandbox-token');
  const bearers = site.wire.map(({ authorization }) => authorization);
  expect(bearers[0]).toBe('Bearer another-token');
  expect(new Set(bearers.slice(1))).toEqual(new Set(['Bearer sandbox-token']));
});

test('a delete needs the name, sends one request and removes the row', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/acme/compute');
  const [first] = site.sandbox.instances('acme', 'orders');
  await tab.click('button', 'Delete orders-primary');
  const dialog = tab.in('alertdialog', /orders-primary/);
  await dialog.shows('button', 'Cancel');
  for (const wrong of ['orders', 'ORDERS-PRIMARY']) {
    await dialog.fill('Type orders-primary to confirm', wrong);
    expect(await dialog.isDisabled('button', 'Delete instance'), wrong).toBe(true);
  }
  await dialog.click('button', 'Cancel');
  await tab.lacks('alertdialog');
  expect(deletes(site.wire)).toEqual([]);

  await deleteOne(tab, 'orders-primary');
  await tab.lacks('alertdialog');
  await tab.shows('status', 'Results', 'orders-primary was removed and is queued for deletion.');
  await tab.has(7, 'button', /^Delete /);
  await tab.lacks('button', 'Delete orders-primary');
  expect(deletes(site.wire)).toEqual([
    {
      method: 'DELETE',
      path: `/workspaces/acme/databases/orders/compute/${first?.id}`,
      authorization: 'Bearer sandbox-token',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  expect(site.sandbox.queued('acme', 'orders').map(({ id }) => id)).toEqual([first?.id]);

  await tab.reload();
  await tab.has(7, 'button', /^Delete /);
  await tab.lacks('button', 'Delete orders-primary');
  expect(deletes(site.wire)).toHaveLength(1);
});

test('a rejected delete keeps the dialog and the row and can be tried again', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/faults/compute?database=orders&q=error-409');
  const dialog = await deleteOne(tab, 'error-409');
  await dialog.shows('alert', undefined, /error-409 wasn’t deleted/);
  expect(deletes(site.wire)).toHaveLength(1);
  await dialog.click('button', 'Try again');
  await expect.poll(() => deletes(site.wire).length).toBe(2);
  const keys = deletes(site.wire).map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(2);
  await dialog.click('button', 'Cancel');
  await tab.lacks('alertdialog');
  await tab.shows('button', 'Delete error-409');
  expect(site.sandbox.instances('faults', 'orders').map(({ id }) => id)).toContain('error-409');
});

test('an unconfirmed delete stays after a reload and sends nothing by itself', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/faults/compute?database=orders&q=error-500');
  const dialog = await deleteOne(tab, 'error-500');
  await dialog.shows('alert', undefined, 'We don’t know whether error-500 was deleted.');
  await dialog.click('button', 'Close');
  for (const moment of ['then', 'after a reload']) {
    if (moment !== 'then') await tab.reload();
    await tab.shows('alert', undefined, 'We don’t know whether error-500 was deleted.');
    await tab.shows('row', /error-500/, 'Unconfirmed');
  }
  expect(deletes(site.wire)).toHaveLength(1);

  await tab.in('alert').click('button', 'Delete again…');
  await tab.in('alertdialog', /error-500/).fill('Type error-500 to confirm', 'error-500');
  await tab.in('alertdialog', /error-500/).click('button', 'Delete instance');
  await expect.poll(() => deletes(site.wire).length).toBe(2);
});

test('a bulk delete needs the number and shows the result of each instance', async ({ tab, site }) => {
  const chosen = ['no-content', 'accepted', 'error-409', 'error-500', 'error-404'];
  await openScreen(tab, '/workspaces/faults/compute?database=orders');
  for (const name of chosen) await tab.click('checkbox', `Select ${name}`);
  await tab.click('button', 'Delete 5 instances');
  const dialog = tab.in('alertdialog', /Delete 5 instances/);
  await dialog.has(5, 'listitem');
  await dialog.fill('Type 5 to confirm', '4');
  expect(await dialog.isDisabled('button', 'Delete 5 instances')).toBe(true);
  expect(deletes(site.wire)).toEqual([]);
  await dialog.fill('Type 5 to confirm', '5');
  await dialog.click('button', 'Delete 5 instances');

  const ended = tab.in('dialog', /2 of 5 instances deleted/);
  await ended.shows('list', 'Outcomes');
  for (const count of ['1 deleted', '1 accepted', '1 not found', '1 rejected', '1 unconfirmed'])
    await ended.shows('button', count);
  const outcomes = await ended.in('list', 'Outcomes').texts('listitem');
  for (const [name, word] of [
    ['no-content', 'Deleted'],
    ['accepted', 'Accepted'],
    ['error-409', 'Rejected'],
    ['error-500', 'Unconfirmed'],
    ['error-404', 'Not found'],
  ] as const)
    expect(outcomes).toContainEqual(expect.stringMatching(new RegExp(`^${name}.*${word}`)));
  expect(
    deletes(site.wire)
      .map(({ path }) => path.split('/').at(-1))
      .sort(),
  ).toEqual([...chosen].sort());
  await ended.click('button', 'Close');
  for (const left of ['no-content', 'accepted', 'error-404']) await tab.lacks('button', `Delete ${left}`);
  await tab.shows('row', /error-409/, 'Rejected');
  await tab.shows('row', /error-500/, 'Unconfirmed');
});

test('the subscription history shows every record, newest first', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/acme/compute');
  await tab.in('navigation', 'Main').click('link', 'Subscription history');
  const history = tab.in('list', 'Subscription history');
  await history.has(12, 'listitem');
  const starts = (await history.texts('listitem')).map((text) => Date.parse(firstDateIn(text)));
  expect(starts).toEqual([...starts].sort((one, other) => other - one));
  expect(new Set(starts).size).toBe(12);
  expect(await tab.evaluate('location.pathname')).toBe('/workspaces/acme/subscription/history');
  expect(site.wire.filter(({ path }) => path === '/workspaces/acme/subscription/history')).toHaveLength(1);
});

test('regions are grouped by provider, and a click copies the identifier', async ({ tab }) => {
  await openScreen(tab, '/workspaces/acme/compute');
  await tab.in('navigation', 'Main').click('link', 'Regions');
  await tab.in('list', 'Regions of CLOUDA').has(2, 'listitem');
  await tab.in('list', 'Regions of CLOUDB').has(1, 'listitem');
  await tab.in('list', 'Regions of CLOUDA').click('button', /CLOUDA_US_WEST_2/);
  await tab.shows('status', 'Results', 'Copied CLOUDA_US_WEST_2.');
});

test('after a sign-out neither Back nor a reload shows data', async ({ tab, site }) => {
  await openScreen(tab, '/workspaces/acme/regions');
  expect(await storedBy(tab)).toContain('sandbox-token');
  await tab.in('navigation', 'Main').click('link', 'Subscription history');
  await tab.in('list', 'Subscription history').has(12, 'listitem');
  const before = site.wire.length;
  await tab.click('button', 'Sign out');
  await tab.shows('heading', 'Sign in');
  expect(await storedBy(tab)).not.toContain('sandbox-token');
  await tab.back();
  await tab.shows('heading', 'Sign in');
  await tab.reload();
  await tab.shows('heading', 'Sign in');
  await tab.lacks('list');
  expect(site.wire).toHaveLength(before);
});

test('a second tab shows a deletion of the first from start to end', async ({ tab, newTab, site }) => {
  const address = '/workspaces/acme/compute?database=orders&q=orders-primary';
  const other = await openTwice(tab, newTab, address);
  const letGo = site.holdDeletes();
  await deleteOne(tab, 'orders-primary');
  await other.shows('row', /orders-primary/, 'Being deleted in another tab');
  expect(await other.isDisabled('button', 'Delete orders-primary')).toBe(true);
  letGo();
  await tab.lacks('row', /orders-primary/);
  await other.lacks('row', /orders-primary/);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('a deletion is unconfirmed after the tab that sent it was closed', async ({ tab, newTab, site }) => {
  const address = '/workspaces/acme/compute?database=orders&q=orders-primary';
  const other = await openTwice(tab, newTab, address);
  site.holdDeletes();
  await deleteOne(other, 'orders-primary');
  await tab.shows('row', /orders-primary/, 'Being deleted in another tab');
  await other.close();
  await tab.shows('row', /orders-primary/, 'Unconfirmed');
  await tab.shows('alert', undefined, 'We don’t know whether orders-primary was deleted.');
  expect(deletes(site.wire)).toHaveLength(1);
});

test('a sign-out in one tab signs out the other', async ({ tab, newTab }) => {
  const other = await openTwice(tab, newTab, '/workspaces/acme/regions');
  await tab.click('button', 'Sign out');
  await tab.shows('heading', 'Sign in');
  await other.shows('heading', 'Sign in');
  expect(await other.page()).toContain('You signed out in another tab.');
  await other.lacks('list');
  expect(await storedBy(other)).not.toContain('sandbox-token');
});

async function signIn(tab: Tab, { token = 'sandbox-token' } = {}): Promise<void> {
  if (await tab.evaluate('location.pathname === "/"')) await tab.fill('Workspace', 'acme');
  await tab.fill('Access token', token);
  await tab.click('button', 'Sign in');
}

/** Signs in at a URL. Tabs that are opened later get the session. */
async function openScreen(tab: Tab, address: string): Promise<void> {
  await tab.open(address);
  await tab.click('checkbox', 'Keep me signed in in this tab');
  await signIn(tab);
  await tab.shows('navigation', 'Main');
}

/** Opens a second tab at the same URL. It gets the session of the first. */
async function openTwice(tab: Tab, newTab: () => Promise<Tab>, address: string): Promise<Tab> {
  await openScreen(tab, address);
  const other = await newTab();
  await other.open(address);
  await other.shows('navigation', 'Main');
  return other;
}

async function deleteOne(tab: Tab, name: string): Promise<Tab> {
  await tab.click('button', `Delete ${name}`);
  const dialog = tab.in('alertdialog', new RegExp(name));
  await dialog.fill(`Type ${name} to confirm`, name);
  await dialog.click('button', 'Delete instance');
  return dialog;
}

function deletes(wire: readonly WireLine[]): WireLine[] {
  return wire.filter(({ method }) => method === 'DELETE');
}

function firstDateIn(text: string): string {
  return /\d{1,2} \w{3} \d{4}, \d{2}:\d{2} UTC/.exec(text)?.[0] ?? '';
}

/** Returns everything in sessionStorage and localStorage. */
async function storedBy(tab: Tab): Promise<string> {
  return String(await tab.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'));
}
