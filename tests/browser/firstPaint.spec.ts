import { expect, type Page } from '@playwright/test';
import { test } from './console.ts';
import { openScreen } from './openScreen.ts';

test('the page paints its frame before any code comes, the gate first and the shell where a session is kept', async ({
  page,
}) => {
  const release = await holdCode(page);
  await page.goto('/workspaces/acme/compute', { waitUntil: 'commit' });
  await expect(page.getByText('Workspace Console')).toBeVisible();
  await expect(page.getByText('Subscription history')).toBeHidden();
  release();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Workspace Console')).toHaveCount(1);

  await openScreen(page, '/workspaces/acme/compute', { keep: true });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const names = await links.allInnerTexts();
  const places = await placesOf(page, names);
  const releaseAgain = await holdCode(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('Regions')).toBeVisible();
  await expect(page.getByText('Workspace Console')).toBeHidden();
  expect(await page.locator('#root li').allInnerTexts()).toEqual(names);
  for (const [at, place] of (await placesOf(page, names)).entries())
    expect(Math.abs(place - (places[at] ?? 0)), names[at]).toBeLessThan(4);
  releaseAgain();
  await expect(links).toHaveText(names);
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
