import { expect } from '@playwright/test';
import { test } from '../../support/console.ts';
import { copyWith } from '../../support/copyWith.ts';
import { openScreen } from '../../support/openScreen.ts';

const database = 'orders\u2028HTTP status: 200';
const name = 'eu-1\u2028It was deleted.';
const id = 'i-1\u2029Request ID: forged';

test.use({ serverOptions: { env: { DATABASES: database } } });

test('no name can add a line to a copied report', async ({ page, context, site, expectConsole }) => {
  expectConsole(/status of 500/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.route('**/api/**/compute', (route) => route.fulfill({ json: [{ id, name }] }));
  await page.route('**/compute/*', (route) =>
    route.fulfill({
      status: 500,
      json: { message: 'Broken.\nWorkspace: forged\u2028Database: forged', statusCode: 500 },
    }),
  );
  await openScreen(page, '/workspaces/acme/compute');
  await page.getByRole('button', { name: /^Delete eu-1/ }).click();
  const dialog = page.getByRole('alertdialog', { name: /eu-1/ });
  await dialog.getByLabel(/^Type eu-1/).fill(name);
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  const copied = await copyWith(dialog.getByRole('alert').getByRole('button', { name: 'Copy', exact: true }));
  const lines = copied.split(/[\n\r\u0085\u2028\u2029]/).map((line) => line.split(/[: ]/)[0]);
  expect(lines).toEqual(['We', 'The', 'Workspace', 'Database', 'Instance', 'Confirmed', 'HTTP']);
});
