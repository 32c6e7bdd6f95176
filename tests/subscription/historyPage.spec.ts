import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

const day = 24 * 60 * 60_000;

test('shows the records newest first: scheduled, current, ended, open-ended', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/subscription/history');
  const items = page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
  await expect(items).toHaveCount(12);
  await expect(items.nth(0)).toContainText('Scheduled');
  await expect(items.nth(0)).toContainText('open-ended');
  await expect(items.nth(1)).toContainText('Current');
  await expect(items.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(items.nth(2)).toContainText('Ended');
  await expect(page.locator('[aria-current=true]')).toHaveCount(1);
  await expect(items.nth(1).locator('time').first()).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d{2}:\d{2} UTC$/);
  await expectNoAxeViolations(page);
  expect(site.wire.filter(({ path }) => path.endsWith('/subscription/history'))).toHaveLength(1);
});

test('orders by date what came in another order, and loses no record', async ({ page }) => {
  const now = Date.now();
  const record = (level: string, from: number, to: number | null) => ({
    workspace: 'acme',
    level,
    validFrom: new Date(now + from * day).toISOString(),
    validTo: to === null ? null : new Date(now + to * day).toISOString(),
  });
  const sent = [
    record('second', -20, -10),
    record('Fourth, scheduled', 10, null),
    record('first', -30, -20),
    { workspace: 'acme', level: 'undated' },
    record('third', -10, 10),
  ];
  await page.route('**/api/**/history', (route) => route.fulfill({ json: sent }));
  await openScreen(page, '/workspaces/acme/subscription/history');
  await expect(levels(page)).toHaveText(['Fourth, scheduled', 'third', 'second', 'first', 'undated']);
  await expect(page.getByText('The service sent these records in another order')).toBeVisible();
});

test('shows odd records whole, and counts what is no record', async ({ page }) => {
  await openScreen(page, '/workspaces/odd/subscription/history');
  const items = page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
  await expect(items.filter({ hasText: 'FREE' }).first()).toBeVisible();
  await expect(items.filter({ hasText: 'Invalid start date' }).first()).toBeVisible();
  const readable = await items.count();
  const note = page.getByText(/of the entries could not be read as records/);
  const unreadable = Number.parseInt((await note.textContent()) ?? '', 10);
  expect(readable + unreadable).toBe(17);
  await expectNoAxeViolations(page);
});

test('an empty history says so', async ({ page }) => {
  await openScreen(page, '/workspaces/empty/subscription/history');
  await expect(page.getByText('No subscription yet')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test('a failed history says why and can be tried again; the other screens stand', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await openScreen(page, '/workspaces/history-error-500/subscription/history');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The subscription history could not be read', { timeout: 10_000 });
  await expect(alert).toContainText('Something broke.');
  await expect(alert).toContainText('HTTP 500');
  await expect(alert).toContainText('Request ID');
  await expectNoAxeViolations(page);
  const asked = () => site.wire.filter(({ path }) => path.endsWith('/history')).length;
  expect(asked()).toBe(3);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(asked).toBeGreaterThan(3);
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
});

test('a forbidden history is asked for once, and the session is kept', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  await openScreen(page, '/workspaces/history-error-403/subscription/history');
  await expect(page.getByRole('alert')).toContainText('This token has no permission for this.');
  await expectNoAxeViolations(page);
  expect(site.wire.filter(({ path }) => path.endsWith('/history'))).toHaveLength(1);
  await page.getByRole('link', { name: 'Compute' }).click();
  await expect(page.getByRole('table', { name: 'Compute instances' })).toBeVisible();
});

function levels(page: Page) {
  return page.getByRole('list', { name: 'Subscription history' }).locator('li > bdi');
}
