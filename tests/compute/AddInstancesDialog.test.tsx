// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sessionStore } from '../../src/session/pageData.ts';
import { renderScreen } from '../support/renderConsole.tsx';
import { compute, findTable, openCompute } from './onScreen.ts';

/** A service without a list of instances. */
const env = { SERVICE_URL: 'https://service.example', DATABASES: 'orders' };

async function pasteLines(user: UserEvent, text: string) {
  const [button] = await screen.findAllByRole('button', { name: 'Add instances…' });
  if (button) await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add instances' }));
  await user.click(dialog.getByRole('textbox', { name: 'Instances' }));
  await user.paste(text);
  return dialog;
}

it('a service without a list → instances are added by lines', async () => {
  const { user } = await renderScreen(compute, { env });
  const dialog = await pasteLines(user, 'orders, i-1, mine\norders, i-2');
  await user.click(await dialog.findByRole('button', { name: 'Add 2 instances' }));
  await findTable(2);
  expect(screen.getByRole('button', { name: 'mine' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'i-2' })).toBeInTheDocument();
});

it('bad lines are named with their number and reason, and the others are added', async () => {
  const { user } = await renderScreen(compute, { env });
  const dialog = await pasteLines(user, 'orders, i-1\nnonsense\norders, ..');
  await dialog.findByText("2 lines aren't added");
  expect(dialog.getByText('Line 2: The ID is empty.')).toBeVisible();
  expect(dialog.getByText(/^Line 3: The ID has an empty part/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Add 1 instance' }));
  await findTable(1);
});

it('more lines than a body can have → the dialog says how many fit', async () => {
  const { user } = await renderScreen(compute, { env });
  const lines = Array.from({ length: 12_000 }, (_, index) => `orders, i-${index}, ${'x'.repeat(90)}`);
  const dialog = await pasteLines(user, lines.join('\n'));
  await dialog.findByText(/^The first [\d,]+ instances of 12,000 fit/);
  const button = dialog.getByRole('button', { name: 'Add 12,000 instances' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
});

it('a refusal keeps the lines', async () => {
  const { user, browser } = await renderScreen(compute, { env });
  const dialog = await pasteLines(user, 'orders, i-1');
  const refusal = { message: "The list can't be stored.", statusCode: 503, code: 'storage' };
  browser.answer = () => Response.json(refusal, { status: 503 });
  await user.click(await dialog.findByRole('button', { name: 'Add 1 instance' }));
  expect(await dialog.findByText(refusal.message)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Instances' })).toHaveValue('orders, i-1');
});

it("an admin's databases keep those that a colleague has added meanwhile", async () => {
  const { user, browser, site } = await openCompute(6);
  const names = `${site.origin}/api/workspaces/acme/databases`;
  await user.click(screen.getByRole('button', { name: 'Edit…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Databases' }));
  await browser.fetch(names, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'console-session': sessionStore.getState().sessions[0]?.sessionId ?? '',
    },
    body: JSON.stringify({ add: ['billing'], remove: [] }),
  });
  const field = dialog.getByRole('textbox', { name: 'Databases to list' });
  await user.clear(field);
  await user.type(field, 'orders{Enter}analytics');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await (await browser.fetch(names)).json()).toEqual({ names: ['orders', 'analytics', 'billing'] });
});
