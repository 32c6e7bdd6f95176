import { expect } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, rows } from './computeRows.ts';

const slug = 'team/a%2Fb';
const database = 'db %2F/1';
const id = 'i%252F/..';

test.use({ serverOptions: { env: { DATABASES: database } } });

test('[34 DELETE] slashes and %2F in slug, database and ID are encoded once', async ({ page }) => {
  const calls: string[] = [];
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    calls.push(`${route.request().method()} ${pathname}`);
    if (route.request().method() === 'DELETE') return route.fulfill({ status: 204 });
    return route.fulfill({
      json: pathname.endsWith('/compute') ? [{ id, name: 'odd one' }] : ['CLOUDA_WEST'],
    });
  });
  const workspace = `/workspaces/${encodeURIComponent(slug)}`;
  await openScreen(page, `${workspace}/compute`);
  await expect(page.getByRole('banner')).toContainText(slug);
  await expect(rows(page)).toContainText(database);
  await rows(page).getByRole('button', { name: 'Delete odd one' }).click();
  const dialog = page.getByRole('alertdialog', { name: /odd one/ });
  for (const value of [slug, database, id]) await expect(dialog).toContainText(value);
  await page.keyboard.press('Escape');
  await deleteOne(page, 'odd one');
  await expect(rows(page)).toHaveCount(0);

  // The URL of another screen has the same encoded slug.
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`${workspace}/regions`);
  const compute = `/api${workspace}/databases/${encodeURIComponent(database)}/compute`;
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([
    `DELETE ${compute}/${encodeURIComponent(id)}`,
  ]);
  expect([...new Set(calls)].sort()).toEqual(
    [`DELETE ${compute}/${encodeURIComponent(id)}`, `GET ${compute}`, `GET /api${workspace}/regions`].sort(),
  );
});
