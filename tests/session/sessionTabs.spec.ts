import { type BrowserContext, expect, type Page } from '@playwright/test';
import { signIn, test } from '../support/console.ts';
import { openScreen, signInAt } from '../support/openScreen.ts';

test('a sign-out in one tab reaches five others within a second, and a new one shows the gate', async ({
  page,
  context,
}) => {
  // How long a new tab listens for an answer of the others passes by this clock.
  await context.clock.install();
  await openScreen(page, '/workspaces/acme/regions');
  const others = await Promise.all(
    Array.from({ length: 5 }, () => newTab(context, '/workspaces/acme/compute')),
  );
  for (const other of others) await expect(heading(other, 'Compute')).toBeVisible();
  // Each tab looks out before the button is pressed in the first.
  for (const other of others)
    await other.evaluate(() => {
      const gone = new Promise<number>((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('input[autocomplete=current-password]') === null) return;
          observer.disconnect();
          resolve(Date.now());
        }).observe(document, { childList: true, subtree: true });
      });
      Reflect.set(window, 'gone', gone);
    });
  const pressed = await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Sign out');
    const at = Date.now();
    button?.click();
    return at;
  });
  for (const other of others) {
    const at = await other.evaluate((): Promise<number> => Reflect.get(window, 'gone'));
    expect(at - pressed).toBeLessThan(1_000);
  }
  for (const other of others) {
    await expect(heading(other, 'Sign in')).toBeVisible();
    await expect(other.getByText('You signed out in another tab.')).toBeVisible();
    await expect(other.getByRole('table')).toHaveCount(0);
    expect(await keptBy(other)).not.toContain('sandbox-token');
  }
  const late = await newTab(context, '/workspaces/acme/compute');
  await expect(heading(late, 'Sign in')).toBeVisible();
  await late.clock.runFor(4_000);
  await expect(heading(late, 'Sign in')).toBeVisible();
});

test('a new tab takes over a session that was to be kept, with no token at rest but in the tab', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/regions');
  const second = await newTab(context, '/workspaces/acme/subscription/history');
  await expect(second.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  expect(new URL(second.url()).pathname).toBe('/workspaces/acme/subscription/history');
  expect(await second.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sandbox-token');
  await second.reload();
  await expect(second.getByRole('list', { name: 'Subscription history' })).toBeVisible();

  // Another workspace has to be proved by the taken-over token too.
  const before = site.wire.length;
  const third = await newTab(context, '/workspaces/beta/regions');
  await expect(third.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(site.wire.slice(before).map(({ path }) => path)).toEqual(['/workspaces/beta/regions']);
});

test('a session that was not to be kept is handed to nobody', async ({ page, context }) => {
  // How long a new tab listens for an answer of the others passes by this clock.
  await context.clock.install();
  await signInAt(page, '/workspaces/acme/regions');
  const second = await newTab(context, '/workspaces/acme/regions');
  const heard = await overhear(second);
  const third = await newTab(context, '/workspaces/acme/regions');
  await expect.poll(heard).toContain('"kind":"ask"');
  await third.clock.runFor(4_000);
  await expect(heading(third, 'Sign in')).toBeVisible();
  expect(await heard()).not.toContain('sandbox-token');
});

test('a token the service has rejected is handed to nobody', async ({ page, context, expectConsole }) => {
  // How long a new tab listens for an answer of the others passes by this clock.
  await context.clock.install();
  expectConsole(/status of 401/);
  await openScreen(page, '/workspaces/acme/regions');
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  const second = await newTab(context, '/workspaces/acme/regions');
  await second.clock.runFor(4_000);
  await expect(heading(second, 'Sign in')).toBeVisible();
});

test('what all tabs hear holds no token: the session goes to the asking tab alone', async ({
  page,
  context,
  expectConsole,
}) => {
  // A page of the same origin that is no console; it has no icon.
  expectConsole(/status of 404/);
  await openScreen(page, '/workspaces/acme/regions');
  const listener = await newTab(context, '/healthz');
  const heard = await overhear(listener);
  const second = await newTab(context, '/workspaces/acme/regions');
  await expect(second.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await expect.poll(heard).toContain('"kind":"ask"');
  expect(await heard()).not.toContain('sandbox-token');
});

test('a tab that was closed during the sign-out does not come back signed in', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await openScreen(page, '/workspaces/acme/regions');
  const kept = await page.evaluate(() => sessionStorage.getItem('workspace-console.session') ?? '');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  // What a browser does that reopens a closed tab: it gives the tab its old storage.
  const reopened = await newTab(context, '/healthz');
  await reopened.evaluate((text) => sessionStorage.setItem('workspace-console.session', text), kept);
  await reopened.goto('/workspaces/acme/regions');
  await expect(reopened.getByText('You signed out in another tab.')).toBeVisible();
  expect(await keptBy(reopened)).not.toContain('sandbox-token');
  await signIn(reopened);
  await expect(reopened.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

async function newTab(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  return tab;
}

/** Collects what is said to all tabs, as text. */
async function overhear(tab: Page): Promise<() => Promise<string>> {
  await tab.evaluate(() => {
    const heard: unknown[] = [];
    Reflect.set(window, 'heard', heard);
    new BroadcastChannel('workspace-console.session./api').onmessage = ({ data }) => void heard.push(data);
  });
  return () => tab.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true, level: 1 });
}

function keptBy(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}
