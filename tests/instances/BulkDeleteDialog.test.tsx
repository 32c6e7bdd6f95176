// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noPolicy, type Policy } from '../../src/config.ts';
import { goTo, renderScreen } from '../support/renderConsole.tsx';
import {
  changePolicy,
  deletePaths,
  deleteSelected,
  faultsUrl,
  findArmed,
  holdDeletes,
  openBulkDialog,
  recreatedAs,
  replaceListedRecords,
  submitUntil,
  typeToConfirm,
} from './deleteOnScreen.ts';

const ordersUrl = '/workspaces/acme/compute?database=orders';
const sixInstances = { sandbox: { instances: 6 } };
const twelveInstances = { sandbox: { instances: 12 } };
const bothNames = ['orders-primary', 'orders-replica'];
const fourNames = [...bothNames, 'orders-reports', 'orders-staging'];
const policyChanges: [Partial<Policy>, RegExp][] = [
  [{ protected: ['*-replica'] }, /1 instance left out:.*orders-replica/],
  [{ readOnly: { reason: '' } }, /^Read-only/],
  [{ maxBulk: 1 }, /at most 1 instance in one bulk delete/],
];

it('the dialog draws what it would delete, what goes first, and asks for the phrase', async () => {
  const { user, sandbox } = await renderScreen(ordersUrl, sixInstances);
  const dialog = within(await openBulkDialog(user, bothNames));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  expect(dialog.getByRole('img', { name: 'Databases: orders 2' })).toBeVisible();
  expect(dialog.getByRole('list', { name: 'Instances to delete' })).toHaveTextContent(
    new RegExp(
      sandbox
        .instances('acme', 'orders')
        .map(({ name, id }) => `${name}.*${id}`)
        .join('.*'),
    ),
  );
  expect(dialog.getByText(/is deleted first\. The others follow, three at a time/)).toHaveTextContent(
    /^orders-primary/,
  );
  const confirm = dialog.getByRole('button', { name: /^Delete \d/ });
  await user.click(dialog.getByLabelText('Type delete 2 in acme to confirm'));
  await user.paste('delete ۲ in acme');
  expect(dialog.getByText('Use the digits 0–9.')).toBeVisible();
  expect(confirm).toBeDisabled();
  await user.clear(dialog.getByLabelText('Type delete 2 in acme to confirm'));
  await typeToConfirm(user, 'delete 2 in acme');
  expect(confirm).toBeEnabled();
  for (const [changes, sentence] of policyChanges) {
    changePolicy({ ...noPolicy, ...changes });
    expect(dialog.getAllByRole('alert')[0]).toHaveTextContent(sentence);
    expect(confirm).toBeDisabled();
  }
  expect(deletePaths(sandbox)).toEqual([]);
});

it('hidden rows are listed first; a held Enter sends one request per instance', async () => {
  const { user, sandbox } = await renderScreen(ordersUrl, sixInstances);
  await openBulkDialog(user, bothNames);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  goTo(`${ordersUrl}&q=primary`);
  await user.click(await screen.findByRole('button', { name: 'Delete 2 instances' }));
  const dialog = await screen.findByRole('alertdialog');
  const list = within(within(dialog).getByRole('list', { name: 'Instances to delete' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent(/orders-replica.*not shown/);
  expect(second).toHaveTextContent(/^orders-primary(?!.*not shown)/);
  await typeToConfirm(user, 'delete 2 in acme');
  await submitUntil(dialog, () => !dialog.isConnected);
  const result = await screen.findByRole('alertdialog', { name: '2 of 2 instances deleted' });
  expect(within(result).getByRole('img', { name: 'Results: deleted 2' })).toBeVisible();
  expect(deletePaths(sandbox)).toHaveLength(2);
  await user.click(within(result).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(result).not.toBeInTheDocument());
  expect(screen.queryByText(/\d selected/)).toBeNull();
});

it('instances that change behind the dialog are named and left out', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', twelveInstances);
  const unchanged = sandbox.instances('acme', 'orders')[3];
  const dialog = within(await openBulkDialog(user, fourNames));
  await typeToConfirm(user, 'delete 4 in acme');
  replaceListedRecords({
    'orders-primary': recreatedAs('production-main'),
    'orders-replica': (record) => ({ ...record, name: 'renamed' }),
    'orders-reports': () => null,
  });
  const alert = await dialog.findByText('3 instances left out:');
  expect(alert.closest('[role=alert]')).toHaveTextContent(
    /orders-primary · .* has changed .*orders-reports · .* no longer in the list/s,
  );
  await dialog.findByLabelText('Type delete 1 in acme to confirm');
  expect(dialog.getByRole('button', { name: 'Delete 1 instance' })).toBeDisabled();
  await user.clear(dialog.getByRole('textbox', { name: /to confirm$/ }));
  await typeToConfirm(user, 'delete 1 in acme');
  await user.keyboard('{Enter}');
  await screen.findByRole('alertdialog', { name: '1 of 1 instance deleted' });
  expect(deletePaths(sandbox)).toEqual([`/workspaces/acme/databases/orders/compute/${unchanged?.id}`]);
});

it('a mismatch stops, and continues only once it was read and the phrase typed', async () => {
  const { user, sandbox } = await renderScreen(faultsUrl('m'));
  const result = within(await deleteSelected(user, ['mismatch', 'numeric-id'], 'faults'));
  const more = await result.findByRole('button', { name: 'Continue with 1…' });
  expect(more).not.toHaveFocus();
  expect(result.getByRole('heading')).toHaveTextContent('Stopped after 1 of 2');
  expect(result.getByRole('heading').firstElementChild).toHaveFocus();
  expect(result.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'The response for mismatch names a different workspace.',
    'Read the alert about the different workspace first.',
  ]);
  const list = within(result.getByRole('list', { name: 'Results' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^mismatchorders · .*“somebody-else”.*Wrong workspace/),
    expect.stringMatching(/^numeric-idorders.*Not sent$/),
  ]);
  await user.click(result.getByRole('button', { name: 'I have read this' }));
  await user.click(await findArmed('Continue with 1…'));
  await screen.findByRole('alertdialog', { name: 'Delete 1 instance' });
  expect(deletePaths(sandbox)).toHaveLength(1);
  await typeToConfirm(user, 'delete 1 in faults');
  await user.keyboard('{Enter}');
  // Both runs are one result.
  await screen.findByRole('alertdialog', { name: '1 of 2 instances deleted' });
  expect(deletePaths(sandbox)).toHaveLength(2);
});

it('a refusal → one click continues', async () => {
  const { user, sandbox } = await renderScreen(faultsUrl('error-4'));
  const result = within(await deleteSelected(user, ['error-409', 'error-412'], 'faults'));
  const more = await findArmed('Continue with 1');
  expect(result.getByRole('list', { name: 'Results' })).toHaveTextContent(
    /Another operation.*HTTP 409.*Rejected.*Not sent/,
  );
  expect(deletePaths(sandbox)).toHaveLength(1);
  await user.click(more);
  expect(await screen.findByRole('alertdialog', { name: '0 of 2 instances deleted' })).toHaveTextContent(
    'rejected 2',
  );
});

it('Stop → nothing more is sent; the sidebar shows the run until its result is opened', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', twelveInstances);
  const release = holdDeletes();
  const progress = within(await deleteSelected(user, fourNames));
  expect(progress.getByRole('heading')).toHaveTextContent('Deleting the first of 4');
  expect(progress.getByText(/goes first\. 3 wait for its result\./)).toBeVisible();
  await user.click(progress.getByRole('button', { name: 'Continue in background' }));
  goTo('/workspaces/acme/regions');
  await user.click(await screen.findByRole('button', { name: '0 of 4 in acme' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  release();
  expect(await screen.findByRole('alertdialog', { name: 'Stopped after 1 of 4' })).toHaveTextContent(
    'You stopped this bulk delete.',
  );
  expect(deletePaths(sandbox)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByRole('button', { name: /in acme$/ })).toBeNull();
});
