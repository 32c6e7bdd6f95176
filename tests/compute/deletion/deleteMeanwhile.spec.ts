import { expect, type Page } from '@playwright/test';
import { drawn, test } from '../../support/console.ts';
import { holdCalls } from '../../support/holdCalls.ts';
import { openScreen } from '../../support/openScreen.ts';
import { deleteOne, deletes, rows } from '../computeRows.ts';

const orders = '/workspaces/acme/compute?database=orders&q=orders-primary';

test('an open dialog follows what other tabs do: protected, it deletes no more; deleted, it says so', async ({
  page,
  context,
  site,
}) => {
  await openScreen(page, orders);
  const other = await context.newPage();
  await openScreen(other, orders);
  await openDialog(page, 'orders-primary');
  await rows(other).getByRole('button', { name: 'orders-primary', exact: true }).click();
  await other.getByRole('button', { name: 'Protect on this device' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('alert')).toContainText('It is protected on this device.');
  await expect(dialog.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await dialog.getByLabel('Type orders-primary to confirm').press('Enter');
  expect(deletes(site.wire)).toEqual([]);

  await other.getByRole('button', { name: 'Remove the protection' }).click();
  await other.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await deleteOne(other, 'orders-primary');
  await expect(rows(other)).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toContainText('It has left the list meanwhile');
  expect(deletes(site.wire)).toHaveLength(1);
});

test('a result is told on the next workspace too, and says where it was', async ({ page }) => {
  await openScreen(page, '/workspaces/faults/compute?database=orders&q=accepted');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/compute/*', async (route) => {
    await answered;
    await route.continue();
  });
  await openDialog(page, 'accepted');
  await page.getByRole('button', { name: 'Delete instance' }).click();
  await expect(page.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await page.evaluate(() => {
    history.pushState(null, '', '/workspaces/acme/regions');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  answer();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'Workspace faults: The service accepted the deletion of accepted.',
  );
});

test('a list never settles the fate of what it never held', async ({ page, expectConsole }) => {
  expectConsole(/status of 500/);
  await openScreen(page, '/workspaces/acme/compute');
  await add(page, 'orders', 'error-500');
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('error-500');
  await deleteOne(page, 'error-500');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('We do not know whether error-500 was deleted');
  const listed = page.waitForResponse('**/databases/orders/compute');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await listed;
  await drawn(page);
  await expect(alert).toContainText('We do not know whether error-500 was deleted');
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Compute' })).toBeFocused();
});

test('what was deleted and is added again is in the list again', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await add(page, 'orders', 'no-content');
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('no-content');
  await deleteOne(page, 'no-content');
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByRole('heading', { name: 'Compute' })).toBeFocused();
  await add(page, 'orders', 'no-content');
  await expect(rows(page).filter({ hasText: 'no-content' })).toHaveCount(1);
});

test('a sign-out asks first while another tab deletes', async ({ page, context }) => {
  await openScreen(page, orders);
  const other = await context.newPage();
  await other.goto(orders);
  await expect(rows(other)).toHaveCount(1);
  await page.route('**/compute/*', () => undefined);
  await openDialog(page, 'orders-primary');
  await page.getByRole('button', { name: 'Delete instance' }).click();
  await expect(page.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await expect(rows(other)).toContainText('Being deleted in another tab');
  await other.getByRole('link', { name: 'Regions' }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByRole('alertdialog', { name: 'Sign out during a deletion?' })).toBeVisible();
});

async function openDialog(page: Page, label: string): Promise<void> {
  await rows(page)
    .getByRole('button', { name: `Delete ${label}`, exact: true })
    .first()
    .click();
  await page.getByLabel(`Type ${label} to confirm`).fill(label);
}

async function add(page: Page, databaseName: string, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Add instance', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Database', { exact: true }).fill(databaseName);
  await dialog.getByLabel('Instance ID').fill(id);
  await dialog.getByRole('button', { name: /^Add/ }).last().click();
  await expect(dialog).toHaveCount(0);
}

test('where the browser has no room for a deletion it says so meanwhile, and claims nothing after a reload', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 });
  const letGo = await holdCalls(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog).toContainText('This browser can’t keep this deletion.');
  letGo();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText(
    'This browser can’t keep all of these.',
  );
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/panel/);
  await page.reload();
  await expect(rows(page)).toHaveCount(23);
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible();
  await expect(page.getByText(/Not sent|nothing was sent|Unknown/)).toHaveCount(0);
  expect(deletes(site.wire)).toHaveLength(1);
});

test('where the browser’s database never answers it is deleted all the same, and the dialog and the activity say so', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await holdDatabase(page);
  const dialog = await deleteOne(page, 'orders-primary');
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  expect(deletes(site.wire)).toHaveLength(0);
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  await expect(rows(page)).toHaveCount(23);
  await page.getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText(
    'This browser can’t keep all of these.',
  );
  await page.keyboard.press('Escape');
  const letGo = await holdCalls(page);
  await expect(await deleteOne(page, 'orders-replica')).toContainText(
    'This browser can’t keep this deletion. Keep the page open until it has ended.',
  );
  letGo();
  await expect(rows(page)).toHaveCount(22);
  expect(deletes(site.wire)).toHaveLength(2);
});

/** Keeps a transaction open for as long as the page lives, behind which all others wait. */
async function holdDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const store = opening.result.transaction('entries', 'readwrite').objectStore('entries');
    const ask = () => store.get('none').addEventListener('success', ask);
    ask();
  });
}

test('an old Put back brings nothing back that was deleted since, in no tab', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  await context.clock.install();
  await openScreen(page, '/workspaces/acme/compute');
  const other = await context.newPage();
  await openScreen(other, '/workspaces/acme/compute');
  await expect(rows(other)).toHaveCount(24);
  const id = site.sandbox.instances('acme', 'orders')[0]?.id ?? '';
  let asked = 0;
  await page.route('**/compute/*', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404, json: { message: 'No.' } }) : route.continue();
  });
  await deleteOne(page, 'orders-primary');
  await expect(rows(page)).toHaveCount(23);
  await page.getByRole('button', { name: 'Add instance' }).click();
  const form = page.getByRole('dialog', { name: 'Add instance' });
  await form.getByLabel('Database').fill('orders');
  await form.getByLabel('Instance ID').fill(id);
  await form.getByRole('button', { name: 'Add to the list' }).click();
  await expect(rows(page)).toHaveCount(24);
  await deleteOne(page, 'orders-primary');
  await expect(rows(page)).toHaveCount(23);
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(page.getByRole('button', { name: 'Put back' })).toHaveCount(0);
  for (const tab of [page, other]) {
    await tab.clock.runFor(2_000);
    await drawn(tab);
    await expect(rows(tab)).toHaveCount(23);
  }
});
