import { expect } from '@playwright/test';
import { openScreen, test } from '../support/console.ts';
import { answerTo } from '../support/startConsole.ts';
import { deleteOne, rows, selectRows } from './computeRows.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('facets → a strip of 68 px, which shows under the pointer what has no room', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await expect(page.getByRole('button', { name: 'READY 21' })).toHaveText('Ready', { useInnerText: true });
  expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(235);
  const regions = page.getByRole('region', { name: 'Regions' });
  const values = regions.getByRole('button');
  for (const value of await values.all()) await expect(value).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1024, height: 900 });
  expect((await regions.locator('..').boundingBox())?.height).toBe(68);
  await expect(values.last()).not.toBeInViewport({ ratio: 0.5 });
  const before = await rows(page).first().boundingBox();
  await regions.hover();
  await expect(values.last()).toBeInViewport({ ratio: 1 });
  expect(await rows(page).first().boundingBox()).toEqual(before);
});

test('a row has its day and its whole ID at any width from 768 px on', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  for (const width of [1440, 1216, 1215, 1152, 1088, 1024, 960, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const row = rows(page).first();
    await expect(row.locator('time')).toBeVisible();
    expect(await row.locator('code').evaluate((id) => id.scrollWidth - id.clientWidth)).toBe(0);
  }
});

test('databases share a name → the ID is on one line, and a mark in view', async ({ page, site }) => {
  const id = '3fa68818-9c32-4e21-a7b4-10a4f8199ea9';
  site.answer(answerTo('/compute', () => Response.json([{ id, name: 'primary', isDeleted: true }])));
  await openScreen(page, '/workspaces/acme/compute');
  const row = rows(page).first();
  for (const width of [1440, 1100, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(row.getByText('isDeleted: true')).toBeInViewport({ ratio: 1 });
    expect((await row.getByRole('button', { name: id, exact: true }).boundingBox())?.height).toBeLessThan(25);
  }
});

test('a selection moves nothing, and its tools stay in view', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const before = await rows(page).nth(5).boundingBox();
  await selectRows(page, ['orders-primary']);
  expect(await rows(page).nth(5).boundingBox()).toEqual(before);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('button', { name: 'Delete 1 instance' })).toBeInViewport({ ratio: 1 });
  expect((await page.getByRole('region', { name: 'Selection' }).boundingBox())?.y).toBe(3);
});

test('pressed facets have an outline in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  await expect(page.getByRole('button', { name: 'orders 8' })).toHaveCSS('outline-style', 'solid');
});

test('a removed row no longer counts, is struck through, and then leaves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openScreen(page, '/workspaces/acme/compute');
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
  await deleteOne(page, 'orders-primary');
  const leaving = rows(page).and(page.locator('.leaving'));
  await expect(leaving).toHaveText(/^orders-primary/);
  await expect(leaving).toHaveJSProperty('inert', true);
  await expect(page.getByText('23 instances')).toBeVisible();
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 10 });
  await expect(leaving).toHaveCount(0);
  await expect(rows(page)).toHaveCount(23);
});
