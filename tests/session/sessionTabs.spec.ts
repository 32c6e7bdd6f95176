import { type BrowserContext, expect, type Page } from '@playwright/test';
import { signIn, test } from '../support/console.ts';
import { openScreen, signInAt } from '../support/openScreen.ts';

test('continues a stored session in a new tab, without showing the token to other tabs', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  // A page of the same origin that is no console; it has no icon.
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

  // Another workspace has to be proved by the taken-over token too.
  const before = site.wire.length;
  await listener.goto('/workspaces/beta/regions');
  await expect(listener.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(site.wire.slice(before).map(({ path }) => path)).toEqual(['/workspaces/beta/regions']);
});

test('signs out all tabs within a second, also a new one and one that comes back', async ({
  page,
  context,
  expectConsole,
}) => {
  // The page in between has no icon.
  expectConsole(/status of 404/);
  // How long a new tab listens for an answer of the others passes by this clock.
  await context.clock.install();
  await openScreen(page, '/workspaces/acme/regions');
  const away = await newTab(context, '/workspaces/acme/regions');
  await expect(away.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await away.goto('/healthz');
  const others = await Promise.all(
    ['compute', 'subscription/history'].map((screen) => newTab(context, `/workspaces/acme/${screen}`)),
  );
  // Each tab looks out before the button is pressed in the first.
  for (const other of others) {
    await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await lookOutForGate(other);
  }
  const pressed = await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Sign out');
    const at = Date.now();
    button?.click();
    return at;
  });
  for (const other of others) {
    const at = await other.evaluate((): Promise<number> => Reflect.get(window, 'gone'));
    expect(at - pressed).toBeLessThan(1_000);
    await expect(heading(other, 'Sign in')).toBeVisible();
    await expect(other.getByText('You signed out in another tab.')).toBeVisible();
    await expect(other.getByRole('table').or(other.getByRole('list'))).toHaveCount(0);
    expect(await keptBy(other)).not.toContain('sandbox-token');
  }
  const late = await newTab(context, '/workspaces/acme/compute');
  await late.clock.runFor(4_000);
  await expect(heading(late, 'Sign in')).toBeVisible();

  // Its storage still held the session, as that of a closed tab does which the browser opens again.
  expect(await keptBy(away)).toContain('sandbox-token');
  await away.goBack();
  await expect(away.getByText('You signed out in another tab.')).toBeVisible();
  await expect(away.getByRole('list')).toHaveCount(0);
  expect(await keptBy(away)).not.toContain('sandbox-token');
  await signIn(away);
  await expect(away.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

test('shares no session that is not stored', async ({ page, context }) => {
  // How long a new tab listens for an answer of the others passes by this clock.
  await context.clock.install();
  await signInAt(page, '/workspaces/acme/regions');
  // A channel more in the page hears what the page itself says to all, too.
  const heard = await overhear(page);
  const second = await newTab(context, '/workspaces/acme/regions');
  await expect.poll(heard).toContain('"kind":"ask"');
  await second.clock.runFor(4_000);
  await expect(heading(second, 'Sign in')).toBeVisible();
  expect(await heard()).not.toContain('sandbox-token');
});

async function newTab(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  return tab;
}

/** Notes in the page when the gate comes. */
async function lookOutForGate(tab: Page): Promise<void> {
  await tab.evaluate(() => {
    const gone = new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('input[autocomplete=current-password]') === null) return;
        observer.disconnect();
        resolve(Date.now());
      }).observe(document, { childList: true, subtree: true });
    });
    Reflect.set(window, 'gone', gone);
  });
}

/** Collects what is said to all tabs, as text. */
async function overhear(tab: Page): Promise<() => Promise<string>> {
  await tab.evaluate(() => {
    const heard: unknown[] = [];
    Reflect.set(window, 'heard', heard);
    new BroadcastChannel('workspace-console.3.session.sandbox').onmessage = ({ data }) =>
      void heard.push(data);
  });
  return () => tab.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true, level: 1 });
}

function keptBy(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}
