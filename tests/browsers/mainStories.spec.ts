import { expect } from '@playwright/test';
import { deleteRequests } from '../compute/computeRows.ts';
import { test } from './story.ts';
import type { Tab } from './tab.ts';

// What browsers can differ in: the cookie, the sign-in form that the build wrote, and one delete.

async function signIn(tab: Tab, token = 'sandbox-token'): Promise<void> {
  await tab.fill('Access token', token);
  await tab.click('button', 'Sign in');
}

test('a sign-in holds in a new tab, and Sign out ends it in both', async ({ tab, newTab, site }) => {
  await tab.open('/workspaces/acme/regions');
  await signIn(tab, 'wrong-token');
  await tab.shows('alert', undefined, /token/);
  await signIn(tab);
  await tab.shows('list', 'Regions of CLOUDB');
  const secondTab = await newTab();
  await secondTab.open('/');
  await secondTab.has(6, 'button', /^Delete /);
  await tab.click('button', 'Sign out');
  await tab.shows('heading', 'Sign in');
  await tab.driven.reload();
  await tab.shows('heading', 'Sign in');
  await secondTab.driven.reload();
  await secondTab.shows('heading', 'Sign in');
  await secondTab.has(0, 'row');
  const tokens = new Set(site.wire.map(({ authorization }) => authorization));
  expect([...tokens]).toEqual(['Bearer wrong-token', 'Bearer sandbox-token']);
});

test('a delete removes the row, and both tabs know how it ended', async ({ tab, newTab, site }) => {
  const [primary] = await site.listInstances('orders');
  await tab.open('/workspaces/acme/compute');
  await signIn(tab);
  const secondTab = await newTab();
  await secondTab.open('/workspaces/acme/compute');
  await secondTab.shows('row', /orders-primary/);
  await tab.click('button', 'Delete orders-primary');
  await tab.fill('Type orders-primary to confirm', 'ORDERS-PRIMARY');
  await tab.isDisabled('Delete instance');
  await tab.fill('Type orders-primary to confirm', 'orders-primary');
  await tab.click('button', 'Delete instance');
  await tab.has(0, 'row', /orders-primary/);
  // Earlier than its next poll.
  await secondTab.driven.reload();
  await secondTab.shows('row', /orders-replica/);
  await secondTab.has(0, 'row', /orders-primary/);
  const path = `/workspaces/acme/databases/orders/compute/${primary?.id}`;
  expect(deleteRequests(site.wire)).toMatchObject([{ path }]);
});

test('a reload during a delete → the row is marked, and then removed', async ({ tab, site }) => {
  const release = site.holdDeletes();
  await tab.open('/workspaces/acme/compute');
  await signIn(tab);
  await tab.click('button', 'Delete orders-replica');
  await tab.fill('Type orders-replica to confirm', 'orders-replica');
  await tab.click('button', 'Delete instance');
  await expect.poll(() => deleteRequests(site.wire)).toHaveLength(1);
  await tab.driven.reload();
  await tab.shows('row', /orders-replica/, 'Being deleted');
  release();
  await tab.has(0, 'row', /orders-replica/);
  await tab.click('link', 'Activity');
  await tab.shows('button', /orders-replica/);
  expect(deleteRequests(site.wire)).toHaveLength(1);
});
