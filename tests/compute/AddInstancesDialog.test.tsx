// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import { compute, findTable, openCompute } from './onScreen.ts';

async function openAdd(user: UserEvent) {
  const [button] = await screen.findAllByRole('button', { name: 'Add instances' });
  if (button) await user.click(button);
  return within(await screen.findByRole('dialog', { name: 'Add instances' }));
}

it('instances are added by fields or from a pasted list, both checked; a refusal keeps the list', async () => {
  const env = { SERVICE_URL: 'https://service.example', DATABASES: 'orders' };
  const { user, browser, site } = await renderScreen(compute, { env });
  const dialog = await openAdd(user);
  expect(dialog.getByText(/all admins of this workspace/)).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'Instance ID' }), ' i-1 ');
  await user.click(dialog.getByRole('button', { name: 'Add 1 instance' }));
  expect(dialog.getByText('The database name is empty.')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Database'), 'orders');
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'mine');
  await user.click(dialog.getByRole('button', { name: 'Add 1 instance' }));
  await findTable(1);
  expect(screen.getByRole('button', { name: 'mine' })).toBeInTheDocument();
  const again = await openAdd(user);
  const list = again.getByRole('textbox', { name: 'Paste a list' });
  await user.click(list);
  await user.paste('orders,i-1');
  expect(again.getByText('Line 1: This instance is already listed.')).toBeInTheDocument();
  expect(again.getByRole('button', { name: 'Add instances' })).toHaveAttribute('aria-disabled', 'true');
  await user.clear(list);
  const lines = Array.from({ length: 120 }, (_, index) => `orders,n-${index},name-${index}`);
  const pasted = ['nonsense'.repeat(6_000), ...lines].join('\n');
  await user.paste(pasted);
  expect(again.getByText('1 not added')).toBeInTheDocument();
  expect(again.getByText(/^(nonsense){10}$/)).toBeInTheDocument();
  const refusal = { message: "The list can't be stored.", statusCode: 503, code: 'storage' };
  browser.answer = () => Response.json(refusal, { status: 503 });
  await user.click(again.getByRole('button', { name: 'Add 120 instances' }));
  expect(await again.findByText(refusal.message)).toBeVisible();
  browser.answer = null;
  await user.click(document.documentElement);
  expect(list).toHaveValue(pasted);
  await user.click(again.getByRole('button', { name: 'Add 120 instances' }));
  await findTable(121);
  const response = await browser.fetch(`${site.origin}/api/workspaces/acme/added-instances`);
  expect((await response.json()).instances).toHaveLength(121);
});

it('the databases are saved for all admins', async () => {
  const { user, browser, site } = await openCompute(6);
  await user.click(screen.getByRole('button', { name: 'Edit…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Databases' }));
  const field = dialog.getByRole('textbox', { name: 'Databases to list' });
  await user.clear(field);
  await user.type(field, 'orders{Enter}..');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/^A database name contains/);
  await user.type(field, '{Backspace}{Backspace}orders{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findTable(2);
  const response = await browser.fetch(`${site.origin}/api/workspaces/acme/databases`);
  expect(await response.json()).toEqual({ names: ['orders'] });
});
