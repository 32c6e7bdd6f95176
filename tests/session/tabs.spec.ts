import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

// At /healthz, the browser requests an icon that the server doesn't have.
test.beforeEach(({ expectConsole }) => expectConsole(/status of 404/));

test('only a new tab that shows the console receives the session', async ({ page, context, site }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const listener = await openTab(context, '/healthz');
  const readMessages = await recordMessages(listener);
  const secondTab = await openTab(context, '/workspaces/acme/subscription/history');
  await expect(secondTab.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await expect.poll(readMessages).toContain('"kind":"ask"');
  expect(await readMessages()).not.toContain('sandbox-token');
  expect(await secondTab.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sandbox-token');

  // In a different workspace, the new tab first checks the token.
  const countBefore = site.wire.length;
  await listener.goto('/workspaces/beta/subscription/history');
  await expect(listener.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(site.wire.slice(countBefore).map(({ path }) => path)).toContain('/workspaces/beta/regions');
});

test('Sign out ends the session in open and new tabs, and in a tab that goes back', async ({
  page,
  context,
}) => {
  // A new tab waits for the session of another tab. The test ends this wait with the clock.
  await context.clock.install();
  await openScreen(page, '/workspaces/acme/regions');
  const awayTab = await openTab(context, '/workspaces/acme/regions');
  await expect(awayTab.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await awayTab.goto('/healthz');
  const otherTab = await openTab(context, '/workspaces/acme/compute');
  await expect(otherTab.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(otherTab.getByText('You signed out in another tab.')).toBeVisible();
  await expect(otherTab.getByRole('table')).toHaveCount(0);
  expect(await readStorage(otherTab)).not.toContain('sandbox-token');
  const lateTab = await openTab(context, '/workspaces/acme/compute');
  await lateTab.clock.runFor(4_000);
  await expect(lateTab.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  expect(await readStorage(lateTab)).not.toContain('sandbox-token');

  // This tab left the console before the sign-out, so its storage still contains the session.
  expect(await readStorage(awayTab)).toContain('sandbox-token');
  await awayTab.goBack();
  await expect(awayTab.getByText('You signed out in another tab.')).toBeVisible();
  expect(await readStorage(awayTab)).not.toContain('sandbox-token');
});

async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  return tab;
}

/** Records the messages on the channel that all tabs share. @returns a function that reads the messages as text */
async function recordMessages(tab: Page): Promise<() => Promise<string>> {
  await tab.evaluate(() => {
    const messages: unknown[] = [];
    Reflect.set(window, 'messages', messages);
    new BroadcastChannel('workspace-console.4.session.sandbox').onmessage = ({ data }) =>
      void messages.push(data);
  });
  return () => tab.evaluate(() => JSON.stringify(Reflect.get(window, 'messages')));
}

function readStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}
