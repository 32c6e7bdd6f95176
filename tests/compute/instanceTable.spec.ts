import { expect } from '@playwright/test';
import { drawn, expectNoAxeViolations, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import { dialogCode, rows, search } from './computeRows.ts';

test('a search that finds nothing names the databases that are not read yet', async ({ page }) => {
  const letGo = await holdCalls(page, '**/databases/analytics/compute');
  await openScreen(page, '/workspaces/acme/compute?q=analytics-primary');
  const none = page.getByText('No instance matches').locator('..');
  await expect(none).toContainText('Not read yet: analytics.');
  await expect(page.getByTitle('analytics: not read yet')).toBeVisible();
  letGo();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('nowhere at all');
  await expect(none).toBeVisible();
  await expect(page.getByText('Not read yet')).toHaveCount(0);
});

test('search, filters, order and columns stand in the address: for a colleague, a reload and Back', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  await search(page, 'primary');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('READY');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  const name = page.getByRole('columnheader', { name: 'Name' });
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Columns' }).click();
  // The address moves in a transition, so the boxes follow a moment after the click.
  await page.getByRole('checkbox', { name: 'Region' }).click();
  await expect(page.getByRole('checkbox', { name: 'Region' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Hosts' }).click();
  await expect(page.getByRole('checkbox', { name: 'Hosts' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  const shown = await rows(page).allTextContents();
  const address = page.url();

  await page.reload();
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('columnheader', { name: 'Region' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Hosts' })).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search instances' })).toHaveValue('primary');
  expect(await rows(page).allTextContents()).toEqual(shown);

  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page).toHaveURL(/regions/);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  expect(await rows(page).allTextContents()).toEqual(shown);
});

test('rows are reached, ranged over, opened and protected by the keyboard alone', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  const table = page.getByRole('table', { name: 'Compute instances' });
  await expect(table).toHaveAttribute('aria-rowcount', '25');
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 instances selected')).toBeVisible();
  // Back again it shrinks.
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByText('2 instances selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 instances selected')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 instances selected')).toBeVisible();
  await page.keyboard.press('Shift+End');
  await expect(page.getByText('23 instances selected')).toBeVisible();
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'orders-primary' });
  await details.getByRole('button', { name: 'Protect on this device' }).click();
  await expect(details).toContainText('It is protected on this device.');
  await expect(rows(page).getByText('Protected', { exact: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toBeFocused();
  const button = page.getByRole('button', { name: 'Delete orders-primary', exact: true });
  await expect(button).toBeDisabled();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'orders-primary can’t be deleted.',
  );
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.reload();
  await expect(button).toBeDisabled();

  // Together with others it is left out, and said so.
  await page.getByRole('checkbox', { name: 'Select orders-primary', exact: true }).check();
  await page
    .getByRole('checkbox', { name: 'Select orders-staging', exact: true })
    .click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete 4 instances' }).click();
  const bulk = page.getByRole('alertdialog', { name: 'Delete 3 instances' });
  await bulk.getByText('1 of the selected are left out').click();
  await expect(bulk).toContainText('orders-primary: It is protected on this device.');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  await details.getByRole('button', { name: 'Remove the protection' }).click();
  await page.keyboard.press('Escape');
  await expect(button).toBeEnabled();
  expect(site.wire.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('a row that is pointed at, or has the focus, copies its id and its hosts', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  const [first, second] = [rows(page).nth(0), rows(page).nth(1)];
  const names = ['Copy ID', 'Copy API host', 'Copy Database host'];
  await first.hover();
  for (const [at, name] of names.entries()) {
    const copied = await copyWith(first.getByRole('button', { name }));
    await expect(first).toContainText(copied);
    expect(copied).toMatch([/^[\da-f-]{36}$/, /^api\./, /^db\./][at] ?? /^$/);
    await expect(first.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  }
  for (const name of names) await expect(first.getByRole('button', { name })).toBeVisible();
  // Those of other rows are not even drawn: a list has hundreds of them.
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(3);
  await page.mouse.move(0, 0);
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await expect(second).toBeFocused();
  await expect(second.getByRole('button', { name: 'Copy ID' })).toBeVisible();
  // Nor do they keep any room where they were: the text is as long as that of rows nobody pointed at.
  await expect(first.getByRole('button', { name: 'Copy ID', includeHidden: true })).toBeHidden();
});

test('a row that nobody points at is few elements, and keeps its checkbox and its Delete', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('columnheader')).toHaveCount(9);
  const row = rows(page).first();
  const elements = () => row.evaluate((element) => element.querySelectorAll('*').length + 1);
  expect(await elements()).toBeLessThanOrEqual(16);
  await expect(row.getByRole('checkbox')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Delete / })).toBeVisible();
  const height = (await row.boundingBox())?.height;
  const texts = await row.locator('td').allInnerTexts();
  await row.hover();
  await expect(row.getByRole('button', { name: 'Copy API host' })).toBeVisible();
  expect((await row.boundingBox())?.height).toBe(height);
  expect(texts.join()).toContain('api.orders-primary');
  await page.mouse.move(0, 0);
  await expect.poll(elements).toBeLessThanOrEqual(16);
});

test('details whose code comes late open when it comes, and bring nobody back from another screen', async ({
  page,
}) => {
  const letGo = await holdCalls(page, dialogCode);
  await openScreen(page, '/workspaces/acme/compute');
  await rows(page).getByRole('button', { name: 'orders-primary', exact: true }).click();
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(24);
  await page.getByRole('link', { name: 'Regions' }).click();
  const code = page.waitForResponse(dialogCode);
  await letGo();
  await code;
  await drawn(page);
  await expect(page).toHaveURL('/workspaces/acme/regions');
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'orders-primary' })).toBeVisible();
});

test('two keys within one frame move two rows', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await rows(page).first().focus();
  await page.evaluate(() => {
    const down = () => new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(down());
    document.activeElement?.dispatchEvent(down());
  });
  await expect(rows(page).nth(2)).toBeFocused();
});

test('nothing is cut off or scrolled sideways where all columns have room', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('columnheader')).toHaveCount(9);
    const table = page.getByRole('table', { name: 'Compute instances' });
    const cut = await table.evaluate((element) => {
      const box = element.closest('[class*=overflow-auto]');
      const told = [
        ...element.querySelectorAll(
          'th button span, td:nth-child(2) button, td:nth-child(4), td:nth-child(5)',
        ),
      ];
      return [box, ...told]
        .filter((one) => one !== null && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one?.textContent);
    });
    expect(cut, `${width} px`).toEqual([]);
  }
});

test('what was selected and is no longer in sight is not deleted', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
  await expect(page.getByText('24 instances selected')).toBeVisible();
  await search(page, 'orders');
  await expect(page.getByRole('button', { name: 'Delete 8 instances' })).toBeVisible();
});

test('a refresh that fails keeps the last good data and says how old it is', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of (403|500)/);
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await expect(page.getByText(/^Updated \d\d:\d\d UTC$/)).toBeVisible();
  await page.route('**/databases/orders/compute', (route) =>
    route.fulfill({ status: 403, json: { message: 'Not any more.', statusCode: 403 } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The instances of orders are shown as of' });
  await expect(alert).toContainText('Not any more.');
  await expect(rows(page)).toHaveCount(24);
  await page.unroute('**/databases/orders/compute');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
});

test('names that lie are marked, twins are told apart by id, and an id that is none is not deletable', async ({
  page,
  site,
}) => {
  test.slow();
  await openScreen(page, '/workspaces/odd/compute?database=orders');
  const row = (id: string) => rows(page).filter({ hasText: id }).first();
  await expect(row('odd-bidi')).toContainText('RIGHT-TO-LEFT OVERRIDE');
  await expect(row('odd-invisible').getByRole('img', { name: /can’t be seen/ })).toBeVisible();
  await expect(row('odd-same-name-1').getByRole('button', { name: 'Delete odd-same-name-1' })).toBeEnabled();
  await expect(row('odd-same-name-1')).toContainText('reports-blue');
  for (const [text, reason] of [
    ['numeric-id', /no id that is a text/],
    ['missing-id', /no id that is a text/],
    ['dot-dot', /dot segment/],
  ] as const) {
    const button = row(text).getByRole('button', { name: /^Delete / });
    await expect(button, text).toBeDisabled();
    await expect(button, text).toHaveAttribute('title', reason);
  }
  await expect(page.getByText('deleted-before')).toHaveCount(0);
  await expectNoAxeViolations(page);
  // A page that has to be scrolled sideways is broken, whatever it holds.
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await sideways()).toBeLessThanOrEqual(0);

  await row('odd-foreign')
    .getByRole('button', { name: /^Delete / })
    .click();
  await expect(page.getByRole('alertdialog')).toContainText('belongs to another workspace');
  await page.keyboard.press('Escape');
  await row('odd/slash')
    .getByRole('button', { name: /^Delete / })
    .click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(' odd/slash ?#%2F ');
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await expect(dialog).toHaveCount(0);
  expect(site.wire.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/workspaces/odd/databases/orders/compute/${encodeURIComponent('odd/slash ?#%2F')}`,
  ]);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('button', { name: 'Delete odd-plain' })).toBeVisible();
  // The table turns into cards a moment after the window has become narrow.
  await expect.poll(sideways).toBeLessThanOrEqual(0);
  await expectNoAxeViolations(page);
});

test('a box instead of typing, for one instance and never for many', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.evaluate(() =>
    localStorage.setItem('workspace-console.preferences', JSON.stringify({ confirmBy: 'checkbox' })),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Delete orders-primary', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: /orders-primary/ });
  await expect(dialog.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Delete orders-primary and all its data' }).check();
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(page)).toHaveCount(23);
  expect(site.wire.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
  await page.getByRole('button', { name: 'Delete 23 instances' }).click();
  await expect(page.getByLabel('Type 23 to confirm')).toBeVisible();
  await expect(page.getByRole('alertdialog').getByRole('checkbox')).toHaveCount(0);
});

test('a short list is no higher than its rows, and how many match is told to readers of the screen', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await search(page, 'replica');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('3 of 24 instances')).toHaveAttribute('aria-live', 'polite');
  const table = page.getByRole('table', { name: 'Compute instances' });
  const [list, last] = [await table.locator('..').boundingBox(), await rows(page).last().boundingBox()];
  expect((list?.y ?? 0) + (list?.height ?? 0) - (last?.y ?? 0) - (last?.height ?? 0)).toBeLessThan(4);
});

test.describe('in a zone whose offset is long', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('a time in a row is never cut off from its offset', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(24);
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('dialog', { name: 'Preferences' }).getByText('Local').click();
    await page.keyboard.press('Escape');
    const times = rows(page).locator('time');
    await expect(times.first()).toHaveText(/ UTC\+5:30$/);
    const cut = await times.evaluateAll((all) =>
      all.filter((time) => {
        const text = document.createRange();
        text.selectNodeContents(time);
        const [words, cell] = [text.getBoundingClientRect(), time.closest('td')?.getBoundingClientRect()];
        return !cell || words.right > cell.right || words.top < cell.top || words.bottom > cell.bottom;
      }),
    );
    expect(cut).toHaveLength(0);
  });
});

test.describe('a listing without a place for a database', () => {
  test.use({
    serverOptions: { env: { INSTANCES_PATH: '/workspaces/{workspaceSlug}/databases/orders/compute' } },
  });

  test('is read once, and a record that names no database is shown and not deletable', async ({
    page,
    site,
  }) => {
    await openScreen(page, '/workspaces/acme/compute');
    await expect(rows(page)).toHaveCount(8);
    expect(site.wire.filter(({ path }) => path.endsWith('/compute'))).toHaveLength(1);
    await expect(page.getByLabel('Add a database')).toHaveCount(0);
    const button = rows(page)
      .first()
      .getByRole('button', { name: /^Delete / });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('title', /does not say which database/);
  });
});

test('the row that the arrow leads to from the search stands below the header, not under it', async ({
  page,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await drawn(page);
  const [head, row] = await Promise.all([
    page.getByRole('columnheader', { name: 'Name' }).boundingBox(),
    rows(page).first().boundingBox(),
  ]);
  expect(row?.y ?? 0).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
});

test('the wheel over the list reaches its last row, however low the window', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  await rows(page).first().hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 300);
      const box = await rows(page).last().boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(640);
});

test('databases that fail alike are told of once, as old and not as lost', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  const body = { json: { message: 'Not now.', statusCode: 403 }, status: 403 };
  await page.route('**/databases/*/compute', (route) => route.fulfill(body));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText(
    /The instances of orders, analytics and identity are shown as of .*Not now\./,
  );
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.unroute('**/databases/*/compute');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(24);
});

test('a row that is reached by the arrows stands above what is fixed at the bottom', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openScreen(page, '/workspaces/acme/compute');
  await rows(page).first().getByRole('checkbox').check();
  const bar = page.getByRole('button', { name: 'Delete 1 instance', exact: true });
  await page.getByRole('searchbox', { name: 'Search instances' }).focus();
  for (let at = 0; at < 24; at += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(at)).toBeFocused();
    const [row, top] = await Promise.all([rows(page).nth(at).boundingBox(), bar.boundingBox()]);
    expect((row?.y ?? 0) + (row?.height ?? 0), `row ${at}`).toBeLessThanOrEqual(top?.y ?? 0);
  }
});
