// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import {
  changePolicy,
  deleteOne,
  deletePaths,
  faultsUrl,
  findArmed,
  holdDeletes,
  openDeleteDialog,
  recreatedAs,
  refuseWrites,
  replaceListedRecords,
  submitUntil,
  typeToConfirm,
} from './deleteOnScreen.ts';

const acmeUrl = '/workspaces/acme/compute';
const threeInstances = { sandbox: { instances: 3 } };

it('the dialog says what is deleted and where; a wrong name gets a hint afterwards', async () => {
  const { user, sandbox } = await renderScreen(acmeUrl, {
    ...threeInstances,
    config: { environment: 'Production' },
  });
  const [instance] = sandbox.instances('acme', 'orders');
  const dialog = await openDeleteDialog(user, 'orders-primary');
  expect(dialog).toHaveAccessibleName('Delete orders-primary');
  expect(dialog).toHaveAccessibleDescription(
    "The instance will be queued for deletion. All its data will be deleted permanently. This can't be undone.",
  );
  expect(dialog).toHaveTextContent(/acme.*Production/);
  expect(dialog).toHaveTextContent(`ID${instance?.id}`);
  expect(dialog).toHaveTextContent(/Databaseorders.*Created\d+ \w+ 20\d\d, \d\d:\d\d UTC · \d+ \w+ ago/);
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus());
  const field = within(dialog).getByLabelText('Type orders-primary to confirm');
  const hint = "Doesn't match orders-primary.";
  await user.type(field, 'orders-prim');
  expect(within(dialog).queryByRole('alert')).toBeNull();
  await user.keyboard('{Enter}');
  expect(within(dialog).getByRole('alert')).toHaveTextContent(hint);
  await user.type(field, 'x');
  expect(within(dialog).queryByRole('alert')).toBeNull();
  await user.tab();
  expect(field).toHaveAccessibleDescription(/^Doesn't match orders-primary/);
  expect(deletePaths(sandbox)).toEqual([]);
});

it('a required reason → sent with the request, and offered again', async () => {
  const { user, sandbox } = await renderScreen(acmeUrl, threeInstances);
  changePolicy({ reason: 'required' });
  const dialog = await openDeleteDialog(user, 'orders-primary');
  const reason = within(dialog).getByLabelText('Reason');
  await typeToConfirm(user, 'orders-primary');
  expect(within(dialog).getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await user.type(reason, '  INC-4312 ');
  await user.click(within(dialog).getByRole('button', { name: 'Delete instance' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByRole('link', { name: 'View in Activity' })).toBeVisible();
  expect(deletePaths(sandbox)).toHaveLength(1);
  const next = within(await openDeleteDialog(user, 'analytics-primary'));
  await user.click(next.getByRole('button', { name: 'Use INC-4312 again' }));
  expect(next.getByLabelText('Reason')).toHaveValue('INC-4312');
  changePolicy({ reason: 'off' });
  expect(next.queryByLabelText('Reason')).toBeNull();
});

it('an unknown → three actions, and the whole confirmation before a second request', async () => {
  const { user, sandbox } = await renderScreen(faultsUrl('error-503'));
  const dialog = await openDeleteDialog(user, 'error-503');
  const { findByRole, getByLabelText, getByRole, queryByRole } = within(dialog);
  await typeToConfirm(user, 'error-503');
  await submitUntil(dialog, () => queryByRole('alert') !== null);
  expect(deletePaths(sandbox)).toHaveLength(1);
  expect(getByRole('alert')).toHaveTextContent("We don't know whether error-503 was deleted");
  for (const name of ['Refresh list', 'Dismiss']) expect(getByRole('button', { name })).toBeVisible();
  expect(getByRole('button', { name: 'Close' })).toHaveFocus();
  await user.click(getByRole('button', { name: 'Delete again…' }));
  expect(getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(getByLabelText('Type error-503 to confirm')).toHaveValue('');
  expect(getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await typeToConfirm(user, 'error-503');
  await user.click(await findArmed('Delete instance'));
  await findByRole('button', { name: 'Delete again…' });
  expect(deletePaths(sandbox)).toHaveLength(2);
  replaceListedRecords({ 'error-503': recreatedAs('error-503') });
  await waitFor(() => expect(queryByRole('button', { name: 'Delete again…' })).toBeNull());
});

it('a mismatch → closes only by "I have read this", not right after it replaced Cancel', async () => {
  const { user } = await renderScreen(faultsUrl('mismatch'));
  const dialog = await deleteOne(user, 'mismatch');
  const button = await within(dialog).findByRole('button', { name: 'I have read this' });
  expect(within(dialog).getByRole('alert')).toHaveTextContent(/“faults”.*“somebody-else”/);
  await user.click(button);
  await user.keyboard('{Escape}');
  expect(dialog).toBeInTheDocument();
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await user.click(button);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('policy or list change behind the dialog → it says so, and sends nothing', async () => {
  const { user, sandbox } = await renderScreen(acmeUrl, threeInstances);
  const dialog = within(await openDeleteDialog(user, 'orders-primary'));
  const confirm = dialog.getByRole('button', { name: 'Delete instance' });
  await typeToConfirm(user, 'orders-primary');
  changePolicy({ protected: ['orders'] });
  expect(dialog.getByRole('alert')).toHaveTextContent(/operator protects/);
  expect(confirm).toBeDisabled();
  changePolicy({ protected: [] });
  expect(confirm).toBeEnabled();
  replaceListedRecords({ 'orders-primary': recreatedAs('main') });
  expect(await dialog.findByRole('alert')).toHaveTextContent(/has changed/);
  expect(confirm).toBeDisabled();
  await user.keyboard('{Enter}');
  expect(deletePaths(sandbox)).toEqual([]);
});

it('a deletion that can’t be stored isn’t sent; an outcome that can’t be is shown', async () => {
  const { user, sandbox } = await renderScreen(acmeUrl, threeInstances);
  let isFull = true;
  refuseWrites(({ outcome }) => isFull || outcome !== null);
  const dialog = within(await deleteOne(user, 'orders-primary'));
  expect(
    await dialog.findByText("This browser can't store the deletion log, so deleting is off."),
  ).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(deletePaths(sandbox)).toEqual([]);
  isFull = false;
  await user.click(await findArmed('Delete instance'));
  expect(await dialog.findByText("This result couldn't be saved.")).toBeVisible();
  expect(dialog.getByRole('alert')).toHaveTextContent('orders-primary removed, queued for deletion');
  expect(deletePaths(sandbox)).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  const release = holdDeletes();
  await deleteOne(user, 'analytics-primary');
  await user.click(await screen.findByRole('button', { name: 'Continue in background' }));
  release();
  expect(await screen.findByText(/queued for deletion\. This result couldn't be saved\./)).toBeVisible();
});

it('after a refusal, a held Enter sends nothing; a closed dialog leaves a toast', async () => {
  const { user, sandbox } = await renderScreen(faultsUrl('error-409'));
  const dialog = await openDeleteDialog(user, 'error-409');
  await typeToConfirm(user, 'error-409');
  await submitUntil(dialog, () => within(dialog).queryByRole('alert') !== null);
  await submitUntil(dialog, () => true);
  expect(deletePaths(sandbox)).toHaveLength(1);
  const release = holdDeletes();
  await user.click(await findArmed('Delete instance'));
  await user.click(await screen.findByRole('button', { name: 'Continue in background' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  release();
  expect(await screen.findByText(/wasn't deleted\. The request was rejected\./)).toBeVisible();
});
