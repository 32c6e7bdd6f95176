// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import { deleteOne, deletePaths, openDeleteDialog, protectFirstRow, submitUntil } from './deleteOnScreen.ts';
import { recreatedAs, replaceListedRecords } from './replaceListedRecords.ts';

it.each(['no-content', 'error-409', 'error-503'])(
  'the delete dialog sends one request, even if Enter is held until the result: %s',
  async (name) => {
    const { user, sandbox } = await renderScreen(`/workspaces/faults/compute?q=${name}+orders`);
    const dialog = await openDeleteDialog(user, name);
    expect(dialog).toHaveAccessibleDescription(/permanently deletes all its data and can’t be undone\.$/);
    await user.type(within(dialog).getByLabelText(/^Type/), name);
    await submitUntil(dialog, () => !dialog.isConnected || within(dialog).queryByRole('alert') !== null);
    await submitUntil(dialog, () => true);
    expect(deletePaths(sandbox)).toHaveLength(1);
  },
);

it('the delete dialog asks for the name again after an unknown outcome', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?q=error-503+orders');
  const dialog = await openDeleteDialog(user, 'error-503');
  await confirm(user, dialog, 'error-503');
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('We don’t know whether error-503 was deleted.');
  expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus();
  await user.click(within(dialog).getByRole('button', { name: 'Delete again…' }));
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(within(dialog).getByLabelText(/^Type/)).toHaveValue('');
  expect(within(dialog).getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Delete error-503' })).toBeEnabled();
  expect(screen.getByRole('alert').textContent).toContain('We don’t know whether error-503 was deleted.');
  expect(deletePaths(sandbox)).toHaveLength(1);
});

it('the delete dialog ignores a click on Acknowledge right after it replaced Cancel', async () => {
  const { user } = await renderScreen('/workspaces/faults/compute?q=mismatch+orders');
  const dialog = await openDeleteDialog(user, 'mismatch');
  await confirm(user, dialog, 'mismatch');
  const acknowledge = await within(dialog).findByRole('button', { name: 'Acknowledge' });
  const sentence = /names a different workspace.*somebody-else.*Stop deleting and send this report/s;
  expect(within(dialog).getByRole('alert')).toHaveTextContent(sentence);
  expect(acknowledge).toHaveFocus();
  await user.click(acknowledge);
  expect(dialog).toBeInTheDocument();
  await waitFor(() => expect(acknowledge).toHaveAttribute('aria-disabled', 'false'));
  await user.click(acknowledge);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  // The alert of the page disappears after the log has stored the acknowledgement.
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

const replaceInstance = () => replaceListedRecords({ 'orders-primary': recreatedAs('production-main') });
const removeFromList = () => replaceListedRecords({ 'orders-primary': () => null });

it.each([
  ['was replaced', replaceInstance, 'This instance has changed since you opened this dialog.'],
  ['left the list', removeFromList, 'This instance is no longer in the list.'],
  ['was protected', protectFirstRow, 'Protected on this device.'],
])('an open delete dialog sends nothing after its instance %s', async (_, change, sentence) => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 3 } });
  const dialog = await openDeleteDialog(user, 'orders-primary');
  const field = within(dialog).getByLabelText('Type orders-primary to confirm');
  await user.type(field, 'orders-primary');
  const confirmButton = within(dialog).getByRole('button', { name: 'Delete instance' });
  expect(confirmButton).toBeEnabled();
  await change(sandbox);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(sentence);
  expect(confirmButton).toBeDisabled();
  await user.type(field, '{Enter}');
  expect(deletePaths(sandbox)).toEqual([]);
});

it('after an unknown outcome, the dialog does not delete a new instance with the same ID', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?database=orders&q=error-503');
  await deleteOne(user, 'error-503');
  const dialog = screen.getByRole('alertdialog');
  await within(dialog).findByRole('alert');
  await replaceListedRecords({ 'error-503': recreatedAs('production-main') });
  await user.click(await within(dialog).findByRole('button', { name: 'Delete again…' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This instance has changed');
  await user.type(within(dialog).getByLabelText('Type error-503 to confirm'), 'error-503{Enter}');
  expect(within(dialog).getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Delete again…' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete error-503' })).toHaveTextContent(
    'This instance has changed',
  );
  expect(deletePaths(sandbox)).toHaveLength(1);
});

async function confirm(user: UserEvent, dialog: HTMLElement, name: string): Promise<void> {
  await user.type(within(dialog).getByLabelText(/^Type/), name);
  await user.click(within(dialog).getByRole('button', { name: 'Delete instance' }));
}
