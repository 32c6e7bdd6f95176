import { expect, type Page } from '@playwright/test';
import { signIn, test } from './console.ts';
import { openScreen } from './openScreen.ts';

test('the page paints its frame before any code comes, the gate first and the shell where a session is kept', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const release = await holdCode(page);
  await page.goto('/workspaces/acme/compute', { waitUntil: 'commit' });
  await expect(page.getByText('Workspace Console')).toBeVisible();
  await expect(page.getByText('Subscription history')).toBeHidden();
  expect(asked.filter((path) => /(inside|compute)-/.test(path))).toEqual([]);
  // Nor does the configuration wait for the first script.
  await expect.poll(() => asked).toContain('/config.json');
  release();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Workspace Console')).toHaveCount(1);

  await openScreen(page, '/workspaces/acme/compute', { keep: true });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const names = await links.allInnerTexts();
  const places = await placesOf(page, names);
  const releaseAgain = await holdCode(page);
  asked.length = 0;
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('Regions')).toBeVisible();
  // Although the first script is still on its way, the code behind the gate is too.
  await expect.poll(() => asked.filter((path) => /(inside|compute)-/.test(path))).toHaveLength(2);
  expect(asked.filter((path) => path.endsWith('/compute') && path.startsWith('/api'))).toEqual([]);
  await expect(page.getByText('Workspace Console')).toBeHidden();
  expect(await page.locator('#root li').allInnerTexts()).toEqual(names);
  for (const [at, place] of (await placesOf(page, names)).entries())
    expect(Math.abs(place - (places[at] ?? 0)), names[at]).toBeLessThan(4);
  releaseAgain();
  await expect(links).toHaveText(names);
});

test('where the early script does not come, the console starts all the same', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route('**/early.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the form stands until what takes its place can be drawn, and the screen is read while it is drawn', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const early: string[] = [];
    Reflect.set(globalThis, 'early', early);
    const send = globalThis.fetch;
    globalThis.fetch = (...call) => {
      if (document.querySelector('nav[aria-label=Main]') === null) early.push(String(call[0]));
      return send(...call);
    };
  });
  await page.goto('/workspaces/acme/compute');
  const button = page.getByRole('button', { name: /^Sign/ });
  await expect(button).toBeVisible();
  const release = await holdCode(page);
  await signIn(page);
  await expect.poll(() => site.wire.map(({ path }) => path)).toEqual(['/workspaces/acme/regions']);
  await page.waitForTimeout(300);
  await expect(button).toBeVisible();
  await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('acme');
  release();
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
  const early: string[] = await page.evaluate(() => Reflect.get(globalThis, 'early'));
  // What the screen asks for was on its way before it stood, and is not asked for twice.
  expect(early.filter((path) => path.endsWith('/compute'))).toHaveLength(3);
  expect(site.wire.map(({ path }) => path.split('/').slice(3).join('/')).sort()).toEqual([
    'databases/analytics/compute',
    'databases/identity/compute',
    'databases/orders/compute',
    'regions',
  ]);
});

/** Lets no script of the build through until told to. */
async function holdCode(page: Page): Promise<() => void> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    await route.fallback();
  });
  return open;
}

/** How far from the top the words stand, in px. */
function placesOf(page: Page, words: readonly string[]): Promise<number[]> {
  return Promise.all(
    words.map(async (word) => {
      const box = await page.locator('#root').getByText(word, { exact: true }).first().boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    }),
  );
}
