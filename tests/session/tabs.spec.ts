import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('continues a stored session in a new tab, without showing the token to other tabs', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  // A page of the same origin that is not the console has no icon.
  expectConsole(/status of 404/);
  await openScreen(page, '/workspaces/acme/regions');
  const listener = await newTab(context, '/healthz');
  const heard = await overhear(listener);
  const second = await newTab(context, '/workspaces/acme/subscription/history');
  await expect(second.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await expect.poll(heard).toContain('"kind":"ask"');
  expect(await heard()).not.toContain('sandbox-token');
  expect(new URL(second.url()).pathname).toBe('/workspaces/acme/subscription/history');
  expect(await second.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sandbox-token');
  await second.reload();
  await expect(second.getByRole('list', { name: 'Subscription history' })).toBeVisible();

  // The token is verified for another workspace first.
  const before = site.wire.length;
  await listener.goto('/workspaces/beta/regions');
  await expect(listener.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(site.wire.slice(before).map(({ path }) => path)).toEqual(['/workspaces/beta/regions']);
});

test('signs out all tabs, including a new tab and a tab that goes back', async ({
  page,
  context,
  expectConsole,
}) => {
  // A page of the same origin that is not the console has no icon.
  expectConsole(/status of 404/);
  // A new tab measures its wait for a session with this clock.
  await context.clock.install();
  await openScreen(page, '/workspaces/acme/regions');
  const away = await newTab(context, '/workspaces/acme/regions');
  await expect(away.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await away.goto('/healthz');
  const other = await newTab(context, '/workspaces/acme/compute');
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByText('You signed out in another tab.')).toBeVisible();
  await expect(other.getByRole('table')).toHaveCount(0);
  expect(await keptBy(other)).not.toContain('sandbox-token');
  const late = await newTab(context, '/workspaces/acme/compute');
  await late.clock.runFor(4_000);
  await expect(late.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  // The storage of this tab still contains the session, as in a closed tab that the browser reopens.
  expect(await keptBy(away)).toContain('sandbox-token');
  await away.goBack();
  await expect(away.getByText('You signed out in another tab.')).toBeVisible();
  expect(await keptBy(away)).not.toContain('sandbox-token');
});

async function newTab(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  return tab;
}

/** Collects the messages to all tabs as text. */
async function overhear(tab: Page): Promise<() => Promise<string>> {
  await tab.evaluate(() => {
    const heard: unknown[] = [];
    Reflect.set(window, 'heard', heard);
    new BroadcastChannel('workspace-console.3.session.sandbox').onmessage = ({ data }) =>
      void heard.push(data);
  });
  return () => tab.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
}

function keptBy(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}
