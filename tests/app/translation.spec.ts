import { expect, type Page } from '@playwright/test';
import { confirmBulk, deleteOne, idsInDeletes, rows, selectRows } from '../compute/computeRows.ts';
import { signIn, test } from '../support/console.ts';

const count = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Does what the page translation of Chrome does: each text becomes two nested elements, again after each change. */
function translatePage(): void {
  const translated = new WeakSet<Node>();
  function translate(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const parent = text.parentElement;
      const isKept = parent?.closest('[translate=no], script, style, title, textarea, option') !== null;
      if (parent === null || isKept || translated.has(text) || text.nodeValue?.trim() === '') continue;
      const translation = document.createTextNode(text.nodeValue ?? '');
      translated.add(translation);
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstChild?.appendChild(translation);
      parent.replaceChild(font, text);
    }
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        if (type === 'characterData') translated.delete(node);
        translate(node);
      }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

test.beforeEach(({ page }) => page.addInitScript(translatePage));

/** Proves that the page is translated. Otherwise a story would prove nothing. */
async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('h1 font > font, h2 font > font').first()).toBeAttached();
}

test('a translated page → every screen and dialog keeps saying what is true', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  await page.goto('/');
  await expectTranslated(page);
  await signIn(page, { token: 'wrong' });
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page);
  await expect(count(page, '24 instances')).toBeVisible();
  await expectTranslated(page);

  await page.getByRole('button', { name: 'analytics 8' }).click();
  await expect(count(page, '8 of 24 instances')).toBeVisible();
  await page.getByRole('searchbox').fill('primary');
  await expect(count(page, '1 of 24 instances')).toBeVisible();
  await selectRows(page, ['analytics-primary']);
  await page.getByRole('searchbox').fill('replica');
  await expect(count(page, '1 not shown')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await selectRows(page, ['orders-primary']);
  await expect(count(page, '2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Sort by Created (UTC)' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(count(page, '24 instances')).toBeVisible();

  const [first, second] = site.sandbox.instances('acme', 'orders');
  await page.getByRole('button', { name: 'Sort by Created (UTC)' }).click();
  await page.getByRole('button', { name: 'Sort by Created (UTC)' }).click();
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText(first?.id ?? '?');
  await details.getByRole('button', { name: 'Next instance' }).click();
  await expect(details).toHaveAccessibleName('orders-replica');
  await expect(details).toContainText(second?.id ?? '?');
  await expect(details).not.toContainText(first?.id ?? '?');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add instances' }).click();
  const add = page.getByRole('dialog');
  await add.getByLabel('Paste a list').fill('orders,i-1\norders,7.39E+10');
  await expect(add.getByRole('button', { name: 'Add 1 instance', exact: true })).toBeVisible();
  await add.getByRole('checkbox', { name: 'Add 7.39E+10' }).check();
  await add.getByRole('button', { name: 'Add 2 instances' }).click();
  await expect(count(page, '26 instances')).toBeVisible();

  await page.getByRole('button', { name: 'Select from list…' }).click();
  const select = page.getByRole('dialog');
  await select.getByLabel('Paste names or IDs').fill('orders-staging, orders-unheard-of');
  await expect(select.getByRole('button', { name: 'Select 1 instance', exact: true })).toBeEnabled();
  await select.getByLabel('Paste names or IDs').fill('orders-staging, orders-exports');
  await expect(select.getByText('2 found')).toBeVisible();
  await expect(select.getByText(/not in the list/)).toHaveCount(0);
  await select.getByRole('button', { name: 'Select 2 instances' }).click();
  await expect(count(page, '2 of 26 instances')).toBeVisible();

  await page.getByRole('link', { name: 'Subscription history' }).click();
  await page.getByLabel('Level on').fill('1 May 2025');
  await expect(page.getByRole('status').filter({ hasText: 'TEAM' })).toBeVisible();
  await page.getByLabel('Level on').fill('1 May 1999');
  await expect(page.getByRole('status').filter({ hasText: 'TEAM' })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'No subscription' })).toBeVisible();
  const records = page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
  const all = await records.count();
  await page.getByRole('combobox', { name: /level/i }).selectOption('TEAM');
  await expect.poll(() => records.count()).toBeLessThan(all);
  await expect(count(page, `${await records.count()} of ${all} records`)).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();

  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByText('CLOUDA_US_WEST_2')).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: /^Search/ });
  await palette.fill('orders-staging');
  await expect(page.getByRole('option')).toHaveCount(1);
  await palette.fill('nothing such');
  await expect(page.getByRole('option')).toHaveCount(0);
  await palette.fill('activity');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a translated page → a single, a refused and a bulk delete, with their results', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  await page.goto('/workspaces/acme/compute');
  await signIn(page);
  const [first, , ...others] = site.sandbox.instances('acme', 'orders');
  await deleteOne(page, 'orders-primary');
  await expect(count(page, '23 instances')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'orders-primary' })).toContainText(
    'queued for deletion',
  );

  await page.getByRole('button', { name: 'Add instances' }).click();
  await page.getByLabel('Paste a list').fill('orders,error-403');
  await page.getByRole('button', { name: 'Add 1 instance' }).click();
  const refused = await deleteOne(page, 'error-403');
  await expect(refused.getByRole('alert')).toContainText('403');
  await refused.getByRole('button', { name: 'Close' }).click();
  await expect(count(page, '24 instances')).toBeVisible();

  await selectRows(page, ['orders-reports', 'orders-staging', 'orders-exports']);
  await page.getByRole('button', { name: 'Delete 3 instances' }).click();
  await confirmBulk(page, 3);
  await expect(page.getByRole('alertdialog', { name: '3 of 3 instances deleted' })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await expect(count(page, '21 instances')).toBeVisible();
  await expect(rows(page)).toHaveCount(21);
  const bulkIds = others.slice(0, 3).map(({ id }) => String(id));
  expect(idsInDeletes(site.wire)).toEqual([first?.id, 'error-403', ...bulkIds]);

  await page.getByRole('link', { name: /^Activity/ }).click();
  const entries = page.getByRole('main').getByRole('button', { expanded: false });
  await expect(entries).toHaveCount(3);
  await page.getByRole('button', { name: /3 instances/ }).click();
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: /error-403/ }).click();
  await expect(page.getByText('HTTP status')).toBeVisible();
});
