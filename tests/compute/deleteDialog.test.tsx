import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerTo, serviceError } from '../support/startConsole.ts';
import { answerDeletes, askToDelete, confirmDelete, openCompute, rowNames, rowOf } from './onScreen.ts';

const name = 'orders-primary';
const phraseField = { name: `Type ${name} to confirm` };
const button = (label: string) => screen.getByRole('button', { name: label });

async function deleteRows(...responses: (() => Response)[]) {
  const page = await openCompute(3);
  answerDeletes(page.site, ...responses);
  for (const each of rowNames().slice(0, responses.length)) {
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await confirmDelete(page.user, each);
  }
  return page;
}

it('a required reason → is the first field, and Enter without it asks for it', async () => {
  const { user, site } = await openCompute(3, '', { REASON: 'required' });
  await user.click(button(`Delete ${name}`));
  const dialog = within(await screen.findByRole('alertdialog', { name: `Delete ${name}` }));
  const [first] = dialog.getAllByRole('textbox');
  expect(first).toHaveAccessibleName('Reason');
  await waitFor(() => expect(first).toHaveFocus());
  await user.type(dialog.getByRole('textbox', phraseField), `${name}{Enter}`);
  expect(dialog.getByRole('alert')).toHaveTextContent('Your operator requires a reason.');
  expect(button('Delete instance')).toBeDisabled();
  expect(first).toHaveFocus();
  await user.keyboard('INC-1');
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.click(button('Delete instance'));
  await waitFor(() => expect(site.deletes()).toHaveLength(1));
});

it('a different name, then Cancel → says so, sends nothing, and forgets the text', async () => {
  const { user, site } = await openCompute(3);
  await user.click(button(`Delete ${name}`));
  const field = await screen.findByRole('textbox', phraseField);
  await user.type(field, 'orders{Enter}');
  expect(field).toHaveAccessibleDescription(/^Doesn't match orders-primary ?\.$/);
  expect(button('Delete instance')).toBeDisabled();
  await user.click(button('Cancel'));
  await waitFor(() => expect(button(`Delete ${name}`)).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('textbox', phraseField)).toHaveValue('');
  expect(site.deletes()).toHaveLength(0);
});

it('the Enter of an input method isn’t that of the form', async () => {
  const { user } = await openCompute(3);
  const dialog = within(await askToDelete(user, name));
  const enter = { key: 'Enter', keyCode: 229 };
  expect(fireEvent.keyDown(dialog.getByRole('textbox', phraseField), enter)).toBe(false);
});

it('the browser’s clock is ten days ahead → ages are by the server’s', async () => {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10 * 86_400_000);
  const { user } = await openCompute(3, '', {}, now);
  await user.click(button(`Delete ${name}`));
  expect(await screen.findByText(/Younger than 7 days/)).toBeVisible();
});

it('its row changes while the dialog is open → nothing can be confirmed', async () => {
  const { user, site } = await openCompute(3);
  const [record] = await site.listInstances('orders');
  const dialog = within(await askToDelete(user, name));
  site.answer(answerTo('/orders/compute', () => Response.json([{ ...record, name: 'renamed' }])));
  screen.getByRole('button', { name: 'Refresh', hidden: true }).click();
  expect(await dialog.findByRole('alert')).toHaveTextContent('This instance has changed');
  expect(button('Delete instance')).toBeDisabled();
});

it('deleted → one DELETE, also after a double click, a toast, and the row is gone', async () => {
  const { user, site } = await openCompute(3);
  await askToDelete(user, name);
  await user.dblClick(button('Delete instance'));
  expect((await screen.findByText('Deleted')).closest('[role=status]')).toHaveTextContent(`Deleted ${name}`);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(rowNames()).not.toContain(name);
  expect(site.deletes()).toHaveLength(1);
});

it('not found → a status until Dismiss, and a mark if the row is still listed', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = await deleteRows(() => serviceError(404, 'No such instance.'));
  const text = await screen.findByText(/It was already deleted, or this token can't see it/);
  await waitFor(() => expect(scrollIntoView.mock.contexts).toContain(text.closest('[role=status]')));
  expect(rowNames()).not.toContain(name);
  await user.click(button('Refresh'));
  await screen.findByText(/^Still listed; not found at/);
  expect(text.closest('[role=status]')).toHaveTextContent(/Checked \d\d:\d\d UTC: still listed\./);
  await user.click(button('Dismiss'));
  await waitFor(() => expect(screen.queryByText(/It was already deleted/)).toBeNull());
});

const failed = () => serviceError(500, 'Oops');
const foreign = { id: 'x', name, workspace: { slug: 'beta' }, database: {}, sharded: false };
const answerForeign = () => Response.json({ ...foreign, expandable: false });

it('an unclear result → an alert with the focus and what the list shows; asks again', async () => {
  const { user } = await deleteRows(failed);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(`We don't know whether ${name} was deleted`);
  await waitFor(() => expect(alert).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(alert).toHaveTextContent(/deleted\. Checked \d\d:\d\d UTC: still listed\./));
  expect(alert).toHaveTextContent(/: Oops\. HTTP 500 .* ID 00000000-\S+ \(orders\)\. Requested by you/);
  expect(within(rowOf(name)).getByText('No clear result')).toBeInTheDocument();
  await user.click(button('Delete again…'));
  const dialog = within(await screen.findByRole('alertdialog', { name: `Delete ${name}` }));
  dialog.getByText(/An earlier delete has no clear result/);
});

it('several unclear results → one line, whose Dismiss closes all of them', async () => {
  const { user, site } = await deleteRows(failed, failed);
  const line = await screen.findByText('2 deletions have no clear result');
  const names = rowNames();
  const named = `analytics/${names[1]}, orders/${names[0]}. Dismiss closes all of them for every admin.`;
  expect(line.closest('[role=alert]')).toHaveTextContent(named);
  const view = within(line.closest('[role=alert]') as HTMLElement).getByRole('link', { name: 'View' });
  expect(view).toHaveAttribute('href', '/workspaces/acme/activity?result=unknown');
  await user.click(button('Dismiss'));
  await waitFor(() => expect(screen.queryByText(/no clear result/)).toBeNull());
  expect(site.logLines.filter((line) => line.includes('/dismiss'))).toHaveLength(2);
});

it('an alert that has moved into the place of another → takes no click for a second', async () => {
  const { user } = await deleteRows(answerForeign, answerForeign);
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  const [first] = screen.getAllByRole('button', { name: 'I have read this' });
  await user.click(first as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'I have read this' }));
  await new Promise((go) => setTimeout(go, 1_000));
  await user.click(button('I have read this'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('a wrong workspace → stands before a newer result, until it is read', async () => {
  const { user } = await deleteRows(answerForeign, failed);
  await waitFor(() => expect(screen.getAllByRole('alert')[1]).toHaveFocus());
  const [alert] = screen.getAllByRole('alert');
  expect(alert).toHaveTextContent(/names a different workspace.*“beta”/s);
  expect(button(`Delete ${name}`)).toBeDisabled();
  expect(button('I have read this')).toHaveAttribute('title', 'Closes it for every admin.');
  await user.click(button('I have read this'));
  await waitFor(() => expect(button(`Delete ${name}`)).toBeEnabled());
  expect(within(rowOf(name)).getByText('Wrong workspace')).toBeInTheDocument();
});

it('a long reason is pasted → it stays whole, and can’t be sent', async () => {
  const { user } = await openCompute(3);
  const dialog = within(await askToDelete(user, name));
  await user.click(dialog.getByRole('textbox', { name: 'Reason' }));
  await user.paste(`${'x'.repeat(300)} INC-1`);
  dialog.getByText('The reason is longer than 300 characters.');
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveDisplayValue(/ INC-1$/);
  expect(dialog.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
});

it.each([403, 409, 422, 429])('HTTP %d → no form, and Delete again… keeps the reason', async (status) => {
  const { user, site } = await openCompute(3);
  answerDeletes(site, () => serviceError(status, 'Busy.'));
  const form = within(await askToDelete(user, name));
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'INC-1{Enter}');
  const dialog = within(await screen.findByRole('alertdialog', { name: `Rejected: ${name}` }));
  const alert = dialog.getByRole('alert');
  expect(alert).toHaveTextContent(/^It wasn't deleted\..* Message from the service: Busy\./);
  expect(alert).toHaveFocus();
  expect(dialog.queryByRole('textbox')).toBeNull();
  if (status === 409) await dialog.findByText(/^Checked .*: still listed\.$/);
  await user.click(dialog.getByRole('button', { name: 'Delete again…' }));
  expect(dialog.getByRole('textbox', phraseField)).toHaveValue('');
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('INC-1');
  expect(site.deletes()).toHaveLength(1);
  await user.type(dialog.getByRole('textbox', phraseField), `${name}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(rowNames()).not.toContain(name);
  expect(site.deletes()).toHaveLength(2);
});

it('HTTP 429 with Retry-After → the dialog names the time', async () => {
  const headers = { 'Retry-After': '90' };
  await deleteRows(() => Response.json({ message: 'Busy.', statusCode: 429 }, { status: 429, headers }));
  const dialog = within(await screen.findByRole('alertdialog', { name: `Rejected: ${name}` }));
  expect(dialog.getByRole('alert')).toHaveTextContent(/Try again after \d\d:\d\d UTC\. .*Busy\./);
});

it('401 → the sign-in form says that it wasn’t deleted', async () => {
  await deleteRows(() => serviceError(401, 'The token has expired.'));
  await screen.findByRole('heading', { name: 'Sign in' });
  const sentence = `${name} wasn't deleted. The service no longer accepts your token.`;
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(screen.getByText(/Nothing is sent again\.$/)).toBeInTheDocument();
  // Behind the form, which may not be there after a sign-in elsewhere.
  expect(screen.getByText('Rejected:')).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull();
});
