import { expect, type Locator } from '@playwright/test';
import { openScreen, test } from '../support/console.ts';
import { deleteRequests, rows } from './computeRows.ts';

const names = ['orders-primary', 'orders-replica', 'analytics-primary', 'analytics-staging'];
const six = [...names, 'identity-primary', 'identity-replica'];

test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1440, height: 900 } });

test('six instances of a ticket → six steps, and one more for the evidence', async ({ page, site }) => {
  await openScreen(page, '/workspaces/acme/compute?database=orders&status=READY');
  // The DOM has the value, and CSS shows it like a word.
  await expect(page.getByRole('button', { name: 'Status READY' })).toHaveText('Status Ready', {
    useInnerText: true,
  });
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(rows(page)).toHaveCount(24);
  const ticket = `INC-4312\n${six.map((name) => `- ${name}`).join('\n')}\nThank you`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), ticket);

  await page.keyboard.press('/');
  await page.keyboard.press('Control+V');
  await page.getByRole('button', { name: 'Select them' }).click();
  await page.getByRole('button', { name: 'Delete 6 instances' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('still BUILT')).toHaveText('still Built', { useInnerText: true });
  await expectWholeRows(dialog.getByRole('list', { name: 'Instances to delete' }));
  const phrase = dialog.getByLabel('Type delete 6 in acme to confirm');
  await phrase.click();
  await page.keyboard.type('delete 6 in acme');
  await page.keyboard.press('Enter');

  await expect(dialog).toHaveAccessibleName('Bulk delete of 6 instances has ended');
  // An edge of 3 px is red, and only for what needs a look.
  await expect(dialog).toHaveCSS('border-top-width', '1px');
  await expectWholeRows(dialog.getByRole('list', { name: 'Results' }));
  await dialog.getByRole('button', { name: 'Copy evidence' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  const evidence = await page.evaluate(() => navigator.clipboard.readText());
  for (const name of six) expect(evidence).toContain(`\`${name}\``);
  expect(deleteRequests(site.wire)).toHaveLength(6);
});

async function expectWholeRows(list: Locator): Promise<void> {
  await expect(list.getByRole('listitem')).toHaveCount(6);
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
}

test('the suggestions of a field → without the marker that the browser draws', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/compute?open=add');
  const field = page.getByRole('dialog').getByLabel('Database');
  await field.hover();
  const picture = await field.screenshot();
  await field.evaluate((input) => input.removeAttribute('list'));
  expect(picture.equals(await field.screenshot())).toBe(true);
});
