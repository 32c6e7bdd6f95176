// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../support/renderConsole.tsx';
import { compute, findTable } from '../onScreen.ts';
// The dialogs load later, and Vitest would transform their code during a test.
import '../../../src/instances/ComputeDialogs.tsx';

const byHand = { env: { SERVICE_URL: 'https://service.example', DATABASES: 'orders' } };

async function openAdd(user: UserEvent) {
  const [button] = await screen.findAllByRole('button', { name: 'Add instances' });
  if (button) await user.click(button);
  return within(await screen.findByRole('dialog', { name: 'Add instances' }));
}

it('an instance is added by fields that are checked', async () => {
  const { user } = await renderScreen(compute, byHand);
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
  await user.click(again.getByRole('textbox', { name: 'Paste a list' }));
  await user.paste('orders,i-1');
  expect(again.getByText('Line 1: This instance is already listed.')).toBeInTheDocument();
  expect(again.getByRole('button', { name: 'Add instances' })).toHaveAttribute('aria-disabled', 'true');
});

it('a pasted list → the lines that can’t be added are listed with their reason, and the others are added', async () => {
  const { user, browser, site } = await renderScreen(compute, byHand);
  const dialog = await openAdd(user);
  const lines = Array.from({ length: 120 }, (_, index) => `orders,i-${index},name-${index}`);
  await user.click(dialog.getByRole('textbox', { name: 'Paste a list' }));
  await user.paste('database,id,name\norders,7.39E+10,x');
  expect(dialog.getByText('Line 2: The ID may have been changed by a spreadsheet.')).toBeInTheDocument();
  await user.clear(dialog.getByRole('textbox', { name: 'Paste a list' }));
  await user.paste(['nonsense', ...lines].join('\n'));
  expect(dialog.getByText('1 not added')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Add 120 instances' }));
  await findTable(120);
  const response = await browser.fetch(`${site.origin}/api/workspaces/acme/added-instances`);
  expect((await response.json()).instances).toHaveLength(120);
});

it('the server refuses → the dialog stays with the sentence and what was typed', async () => {
  const { user, browser, site } = await renderScreen(compute, byHand);
  const dialog = await openAdd(user);
  await user.click(dialog.getByRole('textbox', { name: 'Paste a list' }));
  await user.paste('orders,i-1');
  await browser.fetch(`${site.origin}/api/session`, { method: 'DELETE' });
  await user.click(dialog.getByRole('button', { name: 'Add 1 instance' }));
  await waitFor(() => expect(document.body).toHaveTextContent(/sign(ed)? (in|out)/i));
  await browser.signIn();
  const response = await browser.fetch(`${site.origin}/api/workspaces/acme/added-instances`);
  expect(await response.json()).toEqual({ instances: [] });
});

it('the databases are saved for all admins', async () => {
  const { user, browser, site } = await renderScreen(compute, { sandbox: { instances: 6 } });
  await findTable(6);
  await user.click(screen.getByRole('button', { name: 'Edit…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Databases' }));
  const field = dialog.getByRole('textbox', { name: 'Databases to list' });
  await user.clear(field);
  await user.type(field, 'orders{Enter}..');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/^A database name contains/)).toBeInTheDocument();
  await user.type(field, '{Backspace}{Backspace}orders{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findTable(2);
  const response = await browser.fetch(`${site.origin}/api/workspaces/acme/databases`);
  expect(await response.json()).toEqual({ names: ['orders'] });
});
