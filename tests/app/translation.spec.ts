import { expect, type Page } from '@playwright/test';
import { deleteOne, selectRows } from '../compute/computeRows.ts';
import { signIn, test } from '../support/console.ts';

const count = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Does what the page translation of Chrome does: each text becomes two nested elements, again after each change. */
function translatePage(): void {
  const kept = 'font, [translate=no], script, style, title, textarea, option';
  function translate() {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const { parentElement: parent, nodeValue } = text;
      if (parent === null || parent.closest(kept) !== null || !nodeValue?.trim()) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(nodeValue);
      outer.append(inner);
      parent.replaceChild(outer, text);
    }
  }
  new MutationObserver(translate).observe(document, { childList: true, subtree: true });
}

test('a translated page says what is true, and never crashes', async ({ page, site }) => {
  await page.addInitScript(translatePage);
  await page.goto('/workspaces/acme/compute');
  // Otherwise the story would prove nothing.
  await expect(page.locator('h1 font > font').first()).toBeAttached();
  await signIn(page);
  await expect(count(page, '24 instances')).toBeVisible();

  const ids = (await site.listInstances('orders')).map(({ id }) => id);
  await page.getByRole('button', { name: 'orders-primary', exact: true }).click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText(ids[0] ?? '?');
  await page.getByRole('button', { name: 'orders-replica', exact: true }).click();
  await expect(details).toHaveAccessibleName('orders-replica');
  await expect(details).toContainText(ids[1] ?? '?');
  await page.keyboard.press('Escape');

  await deleteOne(page, 'orders-primary');
  await expect(count(page, '23 instances')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'orders-primary' })).toBeVisible();
  await selectRows(page, ['orders-reports', 'orders-staging', 'orders-exports']);
  await expect(count(page, '3 selected')).toBeVisible();
  expect(site.deletes().map(({ path }) => path.split('/').at(-1))).toEqual([ids[0]]);
});
