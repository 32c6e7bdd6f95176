import { expect } from '@playwright/test';
import { rows, selectRows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, openScreen, test } from '../support/console.ts';
import { deferred } from '../support/deferred.ts';

test('loading screens, a selection and Details → no violation, and nothing moves', async ({ page }) => {
  const lists = deferred<void>();
  await page.route(/\/api\/.*\/(compute|history)$/, (route) => lists.promise.then(() => route.continue()));
  await openScreen(page, '/workspaces/acme/subscription/history');
  await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByText('Loading instances…')).toBeAttached();
  await expectNoAxeViolations(page);
  const search = page.getByRole('searchbox', { name: 'Search instances' });
  const before = await search.boundingBox();
  lists.resolve();
  await expect(page.getByRole('button', { name: 'analytics 8' })).toBeVisible();
  expect(await search.boundingBox()).toEqual(before);
  await selectRows(page, ['orders-primary', 'orders-replica']);
  await expect(page.getByRole('button', { name: 'Delete 2 instances' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'orders-primary' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('every screen, an unknown URL and a crash → no violation', async ({ page, expectConsole }) => {
  expectConsole(/planted/);
  await openScreen(page, '/workspaces/acme/nothing');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectNoAxeViolations(page);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Subscription history', 'Regions', 'Activity']) {
    await navigation.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoAxeViolations(page);
  }
  for (const landmark of [page.getByRole('banner'), page.getByRole('main'), navigation])
    await expect(landmark).toHaveCount(1);
  // Below 1024 px, the sidebar shows short labels, but its links keep their names.
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(navigation.getByText('History', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    Array.prototype.toReversed = () => {
      throw new Error('planted');
    };
  });
  await navigation.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'planted' })).toBeVisible();
  await expectNoAxeViolations(page);
  await navigation.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

test('320 px or a font of 200 % → nothing scrolls sideways or is cut', async ({ page, context }) => {
  const devTools = await context.newCDPSession(page);
  for (const [width, standard] of Object.entries({ 320: 16, 1440: 32 })) {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.setViewportSize({ width: Number(width), height: 900 });
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(24);
    const cut = await rows(page).evaluateAll((all) => all.map((row) => row.scrollHeight - row.clientHeight));
    expect(Math.max(...cut), `rows at ${width} px`).toBeLessThanOrEqual(0);
    for (const name of ['Compute', 'Subscription history', 'Regions', 'Activity']) {
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
