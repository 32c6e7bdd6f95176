// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../support/renderConsole.tsx';
import { deleteOne, deletes } from './deleteOnScreen.ts';
import { recreatedAs, replaceListed } from './replaceListed.ts';

it('the dialog sends no second request while it closes', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 3 } });
  const dialog = await openDialog(user, 'orders-primary');
  expect(dialog).toHaveAccessibleDescription(/permanently deletes all its data and can’t be undone\.$/);
  await user.type(within(dialog).getByLabelText(/^Type/), 'orders-primary');
  await submitUntil(dialog, () => !dialog.isConnected);
  expect(deletes(sandbox)).toHaveLength(1);
});

it.each(['error-409', 'error-503'])(
  'the dialog sends one request until the failure is readable: %s',
  async (name) => {
    const { user, sandbox } = await renderScreen(`/workspaces/faults/compute?q=${name}+orders`);
    const dialog = await openDialog(user, name);
    await user.type(within(dialog).getByLabelText(/^Type/), name);
    await submitUntil(dialog, () => within(dialog).queryByRole('alert') !== null);
    await submitUntil(dialog, () => true);
    expect(deletes(sandbox)).toHaveLength(1);
  },
);

it('the dialog asks for the name again after an unknown outcome', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?q=error-503+orders');
  const dialog = await openDialog(user, 'error-503');
  await confirm(user, dialog, 'error-503');
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('We don’t know whether error-503 was deleted.');
  expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus();
  await user.click(within(dialog).getByRole('button', { name: 'Delete again…' }));
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(within(dialog).getByLabelText(/^Type/)).toHaveValue('');
  expect(isDisabled(within(dialog).getByRole('button', { name: 'Delete instance' }))).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Delete error-503' })).toBeEnabled();
  expect(screen.getByRole('alert').textContent).toContain('We don’t know whether error-503 was deleted.');
  expect(deletes(sandbox)).toHaveLength(1);
});

it('ignores a click on Acknowledge right after this button replaces Cancel', async () => {
  const { user } = await renderScreen('/workspaces/faults/compute?q=mismatch+orders');
  const dialog = await openDialog(user, 'mismatch');
  await confirm(user, dialog, 'mismatch');
  const acknowledge = await within(dialog).findByRole('button', { name: 'Acknowledge' });
  const says = /names a different workspace.*somebody-else.*Stop deleting and send this report/s;
  expect(within(dialog).getByRole('alert')).toHaveTextContent(says);
  expect(acknowledge).toHaveFocus();
  await user.click(acknowledge);
  expect(dialog).toBeInTheDocument();
  await waitFor(() => expect(acknowledge).toHaveAttribute('aria-disabled', 'false'));
  await user.click(acknowledge);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  // The alert leaves when the log has stored that it was acknowledged.
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it.each([
  ['was replaced', recreatedAs('production-main'), 'This instance has changed since you opened this dialog.'],
  ['left the list', () => null, 'This instance is no longer in the list.'],
])('an open dialog sends nothing after its instance %s', async (_, change, says) => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 3 } });
  await user.click(await screen.findByRole('button', { name: 'Delete orders-primary' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.type(within(dialog).getByLabelText('Type orders-primary to confirm'), 'orders-primary');
  const confirm = within(dialog).getByRole('button', { name: 'Delete instance' });
  expect(confirm).toBeEnabled();
  await replaceListed({ 'orders-primary': change });
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(says);
  expect(confirm).toBeDisabled();
  await user.type(within(dialog).getByLabelText('Type orders-primary to confirm'), '{Enter}');
  expect(deletes(sandbox)).toEqual([]);
});

it('after an unknown outcome, the dialog can’t delete an instance that was replaced', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?database=orders&q=error-503');
  await deleteOne(user, 'error-503');
  const dialog = screen.getByRole('alertdialog');
  await within(dialog).findByRole('alert');
  await replaceListed({ 'error-503': recreatedAs('production-main') });
  await user.click(await within(dialog).findByRole('button', { name: 'Delete again…' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This instance has changed');
  await user.type(within(dialog).getByLabelText('Type error-503 to confirm'), 'error-503{Enter}');
  expect(within(dialog).getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Delete again…' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete error-503' })).toHaveTextContent(
    'This instance has changed',
  );
  expect(deletes(sandbox)).toHaveLength(1);
});

/** Submits the form between any two steps of the page, as a held Enter would. */
async function submitUntil(dialog: HTMLElement, isOver: () => boolean) {
  do {
    dialog.querySelector('form')?.requestSubmit();
    await new Promise((resolve) => setImmediate(resolve));
  } while (!isOver());
}

async function openDialog(user: UserEvent, name: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  return screen.findByRole('alertdialog', { name: new RegExp(name) });
}

async function confirm(user: UserEvent, dialog: HTMLElement, name: string): Promise<void> {
  await user.type(within(dialog).getByLabelText(/^Type/), name);
  await user.click(within(dialog).getByRole('button', { name: 'Delete instance' }));
}

function isDisabled(button: HTMLElement): boolean {
  return button.matches(':disabled, [aria-disabled=true]');
}
