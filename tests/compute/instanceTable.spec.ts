import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test, waitForRender } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';
import { holdCalls } from '../support/holdCalls.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteRequests, dialogScriptUrl, rows, searchInstances } from './computeRows.ts';

test('the list keeps search, filter, order and columns after a reload and Back', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
  await searchInstances(page, 'primary');
  await expect(rows(page)).toHaveCount(3);
  // The bulk delete counts only the selected rows that match the search.
  await page.getByRole('button', { name: 'Delete 3 instances' }).waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('READY');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  const name = page.getByRole('columnheader', { name: 'Name' });
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Columns' }).click();
  // `check` would fail, because the checkbox changes only after React has updated the URL.
  await page.getByRole('checkbox', { name: 'Scaling' }).click();
  await expect(page.getByRole('checkbox', { name: 'Scaling' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Region' }).click();
  await expect(page.getByRole('checkbox', { name: 'Region' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  const rowTexts = await rows(page).allTextContents();
  const url = page.url();

  await page.reload();
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('columnheader', { name: 'Scaling' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Region' })).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search instances' })).toHaveValue('primary');

  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page).toHaveURL(/regions/);
  await page.goBack();
  await expect(page).toHaveURL(url);
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  expect(await rows(page).allTextContents()).toEqual(rowTexts);
});

test('the keyboard focuses, selects and opens rows, but can’t delete protected rows', async ({
  page,
  site,
}) => {
  await openScreen(page, '/workspaces/acme/compute');
  const table = page.getByRole('table', { name: 'Compute instances' });
  await expect(table).toHaveAttribute('aria-rowcount', '25');
  // All filters are one Tab stop. The whole table header is the next Tab stop.
  await page.getByRole('searchbox', { name: 'Search instances' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Databases' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('combobox', { name: 'Filter by status' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: /^Select all/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(rows(page).first()).toBeFocused();
  await page.getByRole('button', { name: 'Skip to instances' }).press('Enter');
  await expect(rows(page).first()).toBeFocused();
  // Two key presses within one frame move the focus by two rows.
  await page.evaluate(() => {
    const down = () => new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(down());
    document.activeElement?.dispatchEvent(down());
  });
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 instances selected')).toBeVisible();
  // Shift and Arrow Up deselect the last row.
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByText('2 instances selected')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 instance selected')).toBeVisible();
  await page.keyboard.press('Shift+End');
  await expect(page.getByText('23 instances selected')).toBeVisible();
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alertdialog', { name: 'Delete 23 instances' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'orders-primary' });
  await details.getByRole('button', { name: 'Protect on this device' }).click();
  await expect(details).toContainText('Protected on this device.');
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

  // A bulk delete skips the protected row and shows the reason.
  await page.getByRole('checkbox', { name: 'Select orders-primary', exact: true }).check();
  await page
    .getByRole('checkbox', { name: 'Select orders-staging', exact: true })
    .click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete 4 instances' }).click();
  const bulkDialog = page.getByRole('alertdialog', { name: 'Delete 3 instances' });
  await bulkDialog.getByText('1 selected instance will be skipped').click();
  await expect(bulkDialog).toContainText('orders-primary: Protected on this device.');
  await expectNoAxeViolations(page);
  expect(deleteRequests(site.wire)).toEqual([]);
});

test('the details open when their code has loaded, but only on the Compute screen', async ({ page }) => {
  const releaseCalls = await holdCalls(page, dialogScriptUrl);
  await openScreen(page, '/workspaces/acme/compute');
  await rows(page).getByRole('button', { name: 'orders-primary', exact: true }).click();
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(24);
  await page.getByRole('link', { name: 'Regions' }).click();
  const codeResponse = page.waitForResponse(dialogScriptUrl);
  await releaseCalls();
  await codeResponse;
  await waitForRender(page);
  await expect(page).toHaveURL('/workspaces/acme/regions');
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'orders-primary' })).toBeVisible();
});

test('rows mark misleading names, add the ID to equal names and block invalid IDs', async ({ page }) => {
  await openScreen(page, '/workspaces/odd/compute?database=orders');
  const row = (id: string) => rows(page).filter({ hasText: id }).first();
  await expect(row('odd-bidi')).toContainText('U+202E');
  await expect(row('odd-invisible').getByRole('img', { name: /hidden characters/ })).toBeVisible();
  await expect(row('odd-same-name-1').getByRole('button', { name: 'Delete odd-same-name-1' })).toBeEnabled();
  await expect(row('odd-same-name-1')).toContainText('reports-blue');
  for (const [text, reason] of [
    ['numeric-id', /no text ID/],
    ['missing-id', /no text ID/],
    ['dot-dot', /can’t be “.” or “..”/],
  ] as const) {
    const button = row(text).getByRole('button', { name: /^Delete / });
    await expect(button, text).toBeDisabled();
    await expect(button, text).toHaveAttribute('title', reason);
  }
  // The tag is wide enough for its text.
  const tag = row('odd-elsewhere').getByText('Different database');
  expect(await tag.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const horizontalOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await horizontalOverflow()).toBeLessThanOrEqual(0);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('button', { name: 'Delete odd-plain' })).toBeVisible();
  // Poll, because the table changes to cards shortly after the window becomes narrow.
  await expect.poll(horizontalOverflow).toBeLessThanOrEqual(0);
  await expectNoAxeViolations(page);
});

test('only the hovered or focused row has copy buttons', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, '/workspaces/acme/compute');
  await expect(rows(page)).toHaveCount(24);
  const [firstRow, secondRow] = [rows(page).nth(0), rows(page).nth(1)];
  const countElements = () => firstRow.evaluate((element) => element.querySelectorAll('*').length + 1);
  expect(await countElements()).toBeLessThanOrEqual(15);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Hosts' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader')).toHaveCount(8);
  const height = (await firstRow.boundingBox())?.height;
  await firstRow.hover();
  for (const [name, pattern] of [
    ['Copy ID', /^[\da-f-]{36}$/],
    ['Copy API host', /^api\./],
    ['Copy Database host', /^db\./],
  ] as const) {
    const copiedText = await copyWith(firstRow.getByRole('button', { name }));
    expect(copiedText).toMatch(pattern);
    await expect(firstRow).toContainText(copiedText);
  }
  await page.clock.runFor(2_500);
  expect((await firstRow.boundingBox())?.height).toBe(height);
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(3);
  await page.mouse.move(0, 0);
  await firstRow.focus();
  await page.keyboard.press('ArrowDown');
  await expect(secondRow).toBeFocused();
  await expect(secondRow.getByRole('button', { name: 'Copy ID' })).toBeVisible();
  await expect(firstRow.getByRole('button', { name: 'Copy ID', includeHidden: true })).toBeHidden();
  await expect.poll(countElements).toBeLessThanOrEqual(22);
});

test('the list names databases that are loading, outdated or partly unreadable', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const releaseCalls = await holdCalls(page, '**/databases/analytics/compute');
  await openScreen(page, '/workspaces/acme/compute?q=analytics-primary');
  const emptyState = page.getByText('No matching instances').locator('..');
  await expect(emptyState).toContainText('Still loading: analytics.');
  await page.getByRole('button', { name: 'Databases' }).click();
  await expect(page.getByRole('checkbox', { name: 'analytics Loading…' })).toBeVisible();
  await page.keyboard.press('Escape');
  releaseCalls();
  await expect(rows(page)).toHaveCount(1);
  await searchInstances(page, '');
  await expect(page.getByText(/^Updated \d\d:\d\d UTC$/)).toBeVisible();

  // Lists that fail for the same reason share one alert.
  const listUrls = '**/databases/*/compute';
  const forbiddenResponse = { json: { message: 'Not now.', statusCode: 403 }, status: 403 };
  await page.route(listUrls, (route) => route.fulfill(forbiddenResponse));
  await page.getByRole('button', { name: 'Refresh' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(
    /Couldn’t refresh orders, analytics and identity. Showing instances from .*This token/,
  );
  await expect(alert).toHaveCount(1);
  await expect(rows(page)).toHaveCount(24);
  await page.unroute(listUrls);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);

  await page.route('**/databases/orders/compute', (route) =>
    route.fulfill({ json: [{ id: 'whole', name: 'whole' }, 'not a record', null] }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows(page)).toHaveCount(17);
  const unreadableNotice = page.getByRole('alert');
  await expect(unreadableNotice).toContainText('2 records in orders couldn’t be read and aren’t listed.');
  await unreadableNotice.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('"not a record"')).toBeVisible();
});

test('the table header and the selection bar never cover the focused row', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await openScreen(page, '/workspaces/acme/compute');
  await rows(page).first().getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Delete 1 instance', exact: true })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await waitForRender(page);
  // Free space (px) above and below the focused row, while the focus moves from the first row to the last and back.
  const freeSpaces = await rows(page)
    .first()
    .evaluate((first) => {
      const head = first.closest('table')?.tHead;
      const bar = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Delete 1 instance',
      );
      const measureFocusedRow = () => {
        const row = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        const gapAbove = row.top - (head?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY);
        const gapBelow = (bar?.getBoundingClientRect().top ?? 0) - row.bottom;
        return {
          row: document.activeElement?.getAttribute('aria-rowindex'),
          above: gapAbove,
          below: gapBelow,
        };
      };
      const pressKey = (key: string) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
        return measureFocusedRow();
      };
      const keys = ['ArrowDown', 'ArrowUp'].flatMap((key) => Array.from({ length: 23 }, () => key));
      return [measureFocusedRow(), ...keys.map(pressKey)];
    });
  expect(freeSpaces.filter(({ above, below }) => above < 0 || below < 0)).toEqual([]);
  expect(new Set(freeSpaces.map(({ row }) => row)).size).toBe(24);
});

test.describe('the Compute list in a time zone with a long UTC offset', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('truncates no name, status, ID or date, and leaves no gap below a short list', async ({ page }) => {
    await openScreen(page, '/workspaces/acme/compute?hide=');
    await expect(rows(page)).toHaveCount(24);
    await expectNoTruncation(page);
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('dialog', { name: 'Preferences' }).getByText('Local').click();
    await page.keyboard.press('Escape');
    const times = rows(page).locator('time');
    await expect(times.first()).toHaveText(/ UTC\+5:30$/);
    await expectNoTruncation(page);
    const truncatedTimes = await times.evaluateAll((all) =>
      all.filter((time) => {
        const range = document.createRange();
        range.selectNodeContents(time);
        const [text, cell] = [range.getBoundingClientRect(), time.closest('td')?.getBoundingClientRect()];
        return !cell || text.right > cell.right || text.top < cell.top || text.bottom > cell.bottom;
      }),
    );
    expect(truncatedTimes).toHaveLength(0);

    await searchInstances(page, 'replica');
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByText('3 of 24 instances')).toHaveAttribute('aria-live', 'polite');
    const table = page.getByRole('table', { name: 'Compute instances' });
    const [list, last] = [await table.locator('..').boundingBox(), await rows(page).last().boundingBox()];
    expect((list?.y ?? 0) + (list?.height ?? 0) - (last?.y ?? 0) - (last?.height ?? 0)).toBeLessThan(4);

    // Every screen uses the chosen time zone.
    await page.getByRole('link', { name: 'Subscription history' }).click();
    await expect(page.getByRole('list', { name: 'Subscription history' })).toContainText('UTC+5:30');
  });
});

/** Checks that no header, name, database or status is truncated. In a window of 1440 px, also checks the IDs. */
async function expectNoTruncation(page: Page): Promise<void> {
  for (const [width, columnCount, idSelector] of [
    [1280, 8, ''],
    [1440, 9, ', td:nth-child(2) bdi'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('columnheader')).toHaveCount(columnCount);
    const selectors = `th button span, td:nth-child(2) button, td:nth-child(3), td:nth-child(4)${idSelector}`;
    const truncatedTexts = await page
      .getByRole('table', { name: 'Compute instances' })
      .evaluate((element, textSelectors) => {
        const box = element.closest('[class*=overflow-auto]');
        return [box, ...element.querySelectorAll(textSelectors)]
          .filter((part) => part !== null && part.scrollWidth > part.clientWidth + 1)
          .map((part) => part?.textContent);
      }, selectors);
    expect(truncatedTexts, `${width} px`).toEqual([]);
  }
}
