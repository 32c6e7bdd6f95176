import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { parseInstanceLines } from '../../src/compute/AddInstancesDialog.tsx';
import { openBrowser } from '../support/listenConsole.ts';
import { renderScreen } from '../support/renderConsole.tsx';
import { compute, findTable, openCompute, rowNames } from './onScreen.ts';

const env = { SERVICE_URL: 'https://service.example', DATABASES: 'orders' };

async function pasteLines(text: string) {
  const { user, ...page } = await renderScreen(compute, { env });
  await user.click((await screen.findAllByRole('button', { name: 'Add instances…' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add instances' }));
  await user.click(dialog.getByRole('textbox', { name: 'Instances' }));
  await user.paste(text);
  return { ...page, user, dialog };
}

it('a service without a list → instances are added by lines, bad lines are named', async () => {
  const { user, dialog } = await pasteLines('orders, i-1, mine\nnonsense\norders, i-2');
  await dialog.findByText("Line 2 isn't added. The ID is empty.");
  await user.click(dialog.getByRole('button', { name: 'Add 2 instances' }));
  await findTable(2);
  expect(rowNames()).toEqual(['mine', 'i-2']);
});

it('a refusal keeps the lines', async () => {
  const { user, browser, dialog } = await pasteLines('orders, i-1');
  const refusal = { message: "The list can't be stored.", statusCode: 503, code: 'storage' };
  browser.answer = () => Response.json(refusal, { status: 503 });
  await user.click(await dialog.findByRole('button', { name: 'Add 1 instance' }));
  expect(await dialog.findByText(refusal.message)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Instances' })).toHaveValue('orders, i-1');
});

it('more than one request can have → says how many fit, and sends nothing', async () => {
  const name = 'x'.repeat(600_000);
  const { user, site, dialog } = await pasteLines(`orders, i-1, ${name}\norders, i-2, ${name}`);
  await user.click(await dialog.findByRole('button', { name: 'Add 2 instances' }));
  await dialog.findByText('These are too many for one request. Add at most about 1 instance at a time.');
  expect(site.logLines.filter((line) => /"POST".*added-instances/.test(line))).toEqual([]);
});

it("an admin's databases keep what a colleague has added meanwhile, or none or an unknown one is listed", async () => {
  const { user, site } = await openCompute(6);
  const names = '/api/workspaces/acme/databases';
  await user.click(screen.getByRole('button', { name: 'Edit…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Databases' }));
  const colleague = await openBrowser(site.port);
  await colleague.send(names, { method: 'POST', body: { add: ['billing'], remove: [] } });
  const field = dialog.getByRole('textbox', { name: 'Databases to list' });
  await user.clear(field);
  await user.type(field, 'orders{Enter}analytics');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await colleague.send(names)).json).toEqual({ names: ['orders', 'analytics', 'billing'] });
  await user.click(screen.getByRole('button', { name: 'Edit…' }));
  await user.clear(await screen.findByRole('textbox', { name: 'Databases to list' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('No instances are listed.');
  await user.click(screen.getByRole('button', { name: 'Edit databases…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Databases to list' }), 'orders, analytics');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText("orders, analytics couldn't be loaded.");
  expect(screen.getByRole('button', { name: 'Edit databases…' })).toBeVisible();
});

it.each<[title: string, text: string, lines: string[]]>([
  ['nothing', ' \n ', []],
  ['commas', 'orders, i-1, first\r\n\r\norders,i-2,', ['orders/i-1/first', 'orders/i-2/null']],
  ['tabs', 'orders\ti-1\tfirst', ['orders/i-1/first']],
  ['a name with commas', 'orders,i-1,first, of,two', ['orders/i-1/first, of,two']],
  ['a comma in front', ',i-1', ["Line 1 isn't added. The database name is empty."]],
  ['an ID that can’t be in a path', 'orders,a%2fb', ["Line 1 isn't added. The ID contains “%” or “\\”."]],
  ['one twice', 'o,i-1,a\no,i-1,b', ['o/i-1/a', "Line 2 isn't added. It is already listed."]],
  ['a hidden character', 'orders,i\u200b1', ["Line 1 isn't added. Contains hidden characters: U+200B."]],
])('a line with %s', (_, text, lines) => {
  const { instances, problems } = parseInstanceLines(text, () => false);
  const added = instances.map((each) => `${each.databaseName}/${each.instanceId}/${each.name}`);
  expect([...added, ...problems]).toEqual(lines);
});
