// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import {
  bySentence,
  changePolicy,
  deleteOne,
  deletePaths,
  faultsUrl,
  holdDeletes,
  openDeleteDialog,
  refuseWrites,
  submitUntil,
  typeToConfirm,
} from './deleteOnScreen.ts';
import { recreatedAs, replaceListedRecords } from './replaceListedRecords.ts';

const acmeUrl = '/workspaces/acme/compute';
const threeInstances = { sandbox: { instances: 3 } };

it('the dialog names the consequence, what is deleted and where, and focuses Cancel', async () => {
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
});

it.each(['no-content', 'error-503'])('Enter is held until the result of %s → one request', async (name) => {
  const { user, sandbox } = await renderScreen(faultsUrl(name));
  const dialog = await openDeleteDialog(user, name);
  await typeToConfirm(user, name);
  await submitUntil(dialog, () => !dialog.isConnected || within(dialog).queryByRole('alert') !== null);
  await submitUntil(dialog, () => true);
  expect(deletePaths(sandbox)).toHaveLength(1);
});

it.each([
  ['no-content', 'no-content removed, queued for deletion'],
  ['accepted', 'Deletion of accepted accepted by the service'],
])('%s is removed → the dialog closes, and a toast says so', async (name, sentence) => {
  const { user } = await renderScreen(faultsUrl(name));
  const dialog = await deleteOne(user, name);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const toast = await screen.findByText(
    (_, element) => element?.tagName === 'P' && element.textContent === sentence,
  );
  expect(toast.parentElement).toHaveTextContent('View in Activity');
});

it('a wrong name → a hint on Enter and on blur, and none while typing', async () => {
  const { user, sandbox } = await renderScreen(acmeUrl, threeInstances);
  const dialog = within(await openDeleteDialog(user, 'orders-primary'));
  const field = dialog.getByLabelText('Type orders-primary to confirm');
  const hint = "Doesn't match orders-primary.";
  await user.type(field, 'orders-prim');
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.keyboard('{Enter}');
  expect(dialog.getByRole('alert')).toHaveTextContent(hint);
  await user.type(field, 'x');
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.tab();
  expect(dialog.getByRole('alert')).toHaveTextContent(hint);
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
  expect(deletePaths(sandbox)).toHaveLength(1);
  const next = within(await openDeleteDialog(user, 'analytics-primary'));
  await user.click(next.getByRole('button', { name: 'Use INC-4312 again' }));
  expect(next.getByLabelText('Reason')).toHaveValue('INC-4312');
  changePolicy({ reason: 'off' });
  expect(next.queryByLabelText('Reason')).toBeNull();
});

it('an unknown outcome → three actions, and the whole confirmation again before a second request', async () => {
  const { user, sandbox } = await renderScreen(faultsUrl('error-503'));
  const dialog = await deleteOne(user, 'error-503');
  const alert = await within(dialog).findByRole('alert');
  expect(within(alert).getByText(bySentence("We don't know whether error-503 was deleted"))).toBeVisible();
  for (const name of ['Refresh list', 'Dismiss'])
    expect(within(alert).getByRole('button', { name })).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus();
  await user.click(within(alert).getByRole('button', { name: 'Delete again…' }));
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(within(dialog).getByLabelText('Type error-503 to confirm')).toHaveValue('');
  expect(within(dialog).getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete error-503' })).toBeEnabled());
  expect(deletePaths(sandbox)).toHaveLength(1);
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

it.each([
  ['was replaced', () => replaceListedRecords({ 'orders-primary': recreatedAs('main') }), /has changed/],
  ['left the list', () => replaceListedRecords({ 'orders-primary': () => null }), /no longer in the list/],
  ['is protected', async () => changePolicy({ protected: ['orders'] }), /operator protects/],
  ['can only be read', async () => changePolicy({ readOnly: { reason: 'Freeze.' } }), /^Read-only.*Freeze\./],
])('the instance %s behind the dialog → it says so, and sends nothing', async (_, change, sentence) => {
  const { user, sandbox } = await renderScreen(acmeUrl, threeInstances);
  const dialog = within(await openDeleteDialog(user, 'orders-primary'));
  await typeToConfirm(user, 'orders-primary');
  expect(dialog.getByRole('button', { name: 'Delete instance' })).toBeEnabled();
  await change();
  expect(await dialog.findByRole('alert')).toHaveTextContent(sentence);
  expect(dialog.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  await user.keyboard('{Enter}');
  expect(deletePaths(sandbox)).toEqual([]);
});

it('after an unknown outcome, a later instance with the same ID → no "Delete again…"', async () => {
  const { user } = await renderScreen(faultsUrl('error-503'));
  const dialog = within(await deleteOne(user, 'error-503'));
  await dialog.findByRole('button', { name: 'Delete again…' });
  await replaceListedRecords({ 'error-503': recreatedAs('error-503') });
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Delete again…' })).toBeNull());
});

it('the outcome can’t be stored → the dialog stays open and says so', async () => {
  const { user, sandbox } = await renderScreen(acmeUrl, threeInstances);
  const dialog = await openDeleteDialog(user, 'orders-primary');
  refuseWrites(({ outcome }) => outcome !== null);
  await typeToConfirm(user, 'orders-primary');
  await user.keyboard('{Enter}');
  expect(await within(dialog).findByText("This result couldn't be saved.")).toBeVisible();
  expect(within(dialog).getByRole('alert')).toHaveTextContent('orders-primary removed, queued for deletion');
  expect(deletePaths(sandbox)).toHaveLength(1);
});

it('the deletion can’t be stored → nothing is sent', async () => {
  const { user, sandbox } = await renderScreen(acmeUrl, threeInstances);
  await openDeleteDialog(user, 'orders-primary');
  refuseWrites(() => true);
  await typeToConfirm(user, 'orders-primary');
  await user.keyboard('{Enter}');
  expect(
    await screen.findByText("This browser can't store the deletion log, so deleting is off."),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(deletePaths(sandbox)).toEqual([]);
});

it('the dialog is closed while the request runs → a toast shows the outcome', async () => {
  const { user } = await renderScreen(faultsUrl('error-409'));
  const release = holdDeletes();
  await deleteOne(user, 'error-409');
  await user.click(await screen.findByRole('button', { name: 'Continue in background' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  release();
  expect(await screen.findByText(/wasn't deleted\. The request was rejected\./)).toBeVisible();
});
