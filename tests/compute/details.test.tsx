// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { findRow } from '../deletion/deleteOnScreen.ts';
import { renderScreen } from '../support/renderConsole.tsx';

const nineInstances = { sandbox: { instances: 9 } };

it('a click in a row opens the details, except on a control or selected text', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', nineInstances);
  const row = await findRow('orders-replica');
  await user.click(within(row).getByRole('checkbox'));
  await user.click(within(row).getByRole('button', { name: /UTC$/ }));
  const database = within(row).getByText('orders');
  document.getSelection()?.selectAllChildren(database);
  fireEvent.click(database);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  document.getSelection()?.removeAllRanges();
  await user.click(database);
  expect(await screen.findByRole('dialog', { name: 'orders-replica' })).toBeVisible();
  expect(location.search).toMatch(/show=/);
  await closeDetails(user);
});

it('the details have buttons for the next and previous row, and Escape focuses the row', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute?sort=-name&q=orders', nineInstances);
  (await findRow('orders-replica')).focus();
  await user.keyboard('{Enter}');
  const details = await screen.findByRole('dialog', { name: 'orders-replica' });
  await waitFor(() => expect(details).toHaveFocus());
  const nextButton = within(details).getByRole('button', { name: 'Next instance' });
  await user.click(nextButton);
  expect(await screen.findByRole('dialog', { name: 'orders-primary' })).toBe(details);
  expect(nextButton).toHaveFocus();
  expect(nextButton).toHaveAttribute('aria-disabled', 'true');
  await user.click(within(details).getByRole('button', { name: 'Previous instance' }));
  await screen.findByRole('dialog', { name: 'orders-replica' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(details).not.toBeInTheDocument());
  expect(await findRow('orders-replica')).toHaveFocus();
});

it('after a deletion, the details close and the next row gets the focus', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', nineInstances);
  await user.click(within(await findRow('orders-primary')).getByText('orders'));
  const details = await screen.findByRole('dialog', { name: 'orders-primary' });
  const button = within(details).getByRole('button', { name: 'Delete…' });
  await user.click(button);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(button).toHaveFocus());
  await user.click(button);
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.type(dialog.getByRole('textbox'), 'orders-primary');
  await user.click(dialog.getByRole('button', { name: 'Delete instance' }));
  await waitFor(() => expect(details).not.toBeInTheDocument());
  expect(location.search).toBe('');
  expect(screen.queryByRole('button', { name: 'Delete orders-primary' })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('Select orders-replica').closest('tr')).toHaveFocus());
});

it('the name cell shows “Protected” if the Status column is hidden', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute?hide=status', nineInstances);
  await user.click(within(await findRow('orders-primary')).getByText('orders'));
  const details = within(await screen.findByRole('dialog'));
  await user.click(details.getByRole('button', { name: 'Protect on this device' }));
  expect(details.getByText(/in this browser only/)).toBeVisible();
  expect(details.getByRole('button', { name: 'Delete…' })).toBeDisabled();
  const cells = within(await findRow('orders-primary')).getAllByRole('cell');
  expect(cells[1]).toHaveTextContent('Protected');
  await user.click(details.getByRole('button', { name: 'Turn off protection' }));
  expect(details.getByRole('button', { name: 'Delete…' })).toBeEnabled();
  await closeDetails(user);
});

/** Closes the details, because the next test starts with the same URL and would otherwise show them. */
async function closeDetails(user: UserEvent): Promise<void> {
  await user.keyboard('{Escape}');
  await waitFor(() => expect(location.search).not.toMatch(/show=/));
}
