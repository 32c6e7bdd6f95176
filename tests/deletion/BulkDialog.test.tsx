// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen, signIn } from '../support/renderConsole.tsx';
import { deletePaths, holdDeletes, protectFirstRow, stubFetch, submitUntil } from './deleteOnScreen.ts';
import { recreatedAs, replaceListedRecords } from './replaceListedRecords.ts';

const sixInstances = { sandbox: { instances: 6 } };
const ordersUrl = '/workspaces/acme/compute?database=orders';
const bothNames = ['orders-primary', 'orders-replica'];
/** Shows few rows, because queries by role are slow in a long list. */
const shortListUrl = '/workspaces/faults/compute?database=orders&q=error-40';

it('the bulk dialog lists all instances, asks for their number and focuses Cancel', async () => {
  const { user, sandbox } = await renderScreen(ordersUrl, sixInstances);
  const dialog = within(await openBulkDialog(user, bothNames));
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel).toHaveFocus());
  expect(dialog.getByRole('list', { name: 'Instances to delete' })).toHaveTextContent(
    /orders-primary.*orders-replica/s,
  );
  const confirm = dialog.getByRole('button', { name: 'Delete 2 instances' });
  const field = dialog.getByLabelText('Type 2 to confirm');
  for (const wrongNumber of ['1', '22', 'two', '2 instances']) {
    await user.clear(field);
    await user.type(field, wrongNumber);
    expect(confirm, wrongNumber).toBeDisabled();
  }
  await user.clear(field);
  await user.type(field, '2');
  expect(confirm).toBeEnabled();
  await user.click(cancel);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByRole('checkbox', { name: 'Select orders-primary' })).toBeChecked();
  expect(deletePaths(sandbox)).toEqual([]);
});

it('the open bulk dialog skips instances that change or leave the list', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 12 } });
  const names = ['orders-primary', 'orders-replica', 'orders-reports', 'orders-staging'];
  const unchangedInstance = sandbox.instances('acme', 'orders')[3];
  const dialog = await openBulkDialog(user, names);
  await user.type(within(dialog).getByLabelText('Type 4 to confirm'), '4');
  await replaceListedRecords({
    'orders-primary': recreatedAs('production-main'),
    'orders-replica': (record) => ({ ...record, name: 'renamed' }),
    'orders-reports': () => null,
  });
  const alert = await within(dialog).findByRole('alert');
  expect(alert).toHaveTextContent('3 instances can no longer be deleted and will be skipped');
  expect(alert).toHaveTextContent(
    /orders-primary: .* has changed .*orders-reports: .* no longer in the list/s,
  );
  const confirm = within(dialog).getByRole('button', { name: 'Delete 1 instance' });
  expect(confirm).toBeDisabled();
  const field = within(dialog).getByLabelText('Type 1 to confirm');
  await user.clear(field);
  await user.type(field, '1{Enter}');
  await screen.findByRole('dialog', { name: '1 of 1 instance deleted' });
  expect(deletePaths(sandbox)).toEqual([
    `/workspaces/acme/databases/orders/compute/${unchangedInstance?.id}`,
  ]);
});

it('the open bulk dialog skips an instance that becomes protected', async () => {
  const { user, sandbox } = await renderScreen(ordersUrl, sixInstances);
  const dialog = await openBulkDialog(user, bothNames);
  await user.type(within(dialog).getByLabelText('Type 2 to confirm'), '2');
  await protectFirstRow(sandbox);
  const alert = within(dialog).getByRole('alert');
  expect(alert).toHaveTextContent('1 instance can no longer be deleted and will be skipped');
  expect(alert).toHaveTextContent(/orders-primary: Protected on this device\./);
  expect(within(dialog).getByRole('button', { name: 'Delete 1 instance' })).toBeDisabled();
});

it('the bulk result shows a note if a response names another instance', async () => {
  const { user } = await renderScreen(ordersUrl, sixInstances);
  const dialog = await openBulkDialog(user, bothNames);
  stubFetch(async (url, init, fetch) => {
    const response = await fetch(url, init);
    if (init?.method !== 'DELETE') return response;
    const record = await response.json();
    return Response.json(record.name === 'orders-replica' ? { ...record, id: 'zz', name: 'PROD' } : record);
  });
  await user.type(within(dialog).getByLabelText('Type 2 to confirm'), '2{Enter}');
  const progress = await screen.findByRole('dialog', { name: '2 of 2 instances deleted' });
  expect(progress).toHaveTextContent('Open Activity and read the notes on 1 result.');
  const items = within(within(progress).getByRole('list', { name: 'Outcomes' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'orders-replicaorders · The returned record has a different ID: “zz”. The returned record has a different name: “PROD”.Deleted',
    'orders-primaryordersDeleted',
  ]);
});

it('a bulk delete sends one request per instance even if Enter is held', async () => {
  const { user, sandbox } = await renderScreen(ordersUrl, sixInstances);
  const instances = sandbox.instances('acme', 'orders');
  const dialog = await openBulkDialog(user, bothNames);
  await user.type(within(dialog).getByLabelText('Type 2 to confirm'), '2');
  await submitUntil(dialog, () => !dialog.isConnected);
  const progress = await screen.findByRole('dialog', { name: '2 of 2 instances deleted' });
  expect(progress).toHaveTextContent('2 deleted');
  expect(screen.queryByText(/instances selected/)).not.toBeInTheDocument();
  expect(screen.getAllByRole('dialog')).toEqual([progress]);
  expect(deletePaths(sandbox).sort()).toEqual(
    instances.map(({ id }) => `/workspaces/acme/databases/orders/compute/${id}`).sort(),
  );
  expect(sandbox.instances('acme', 'orders')).toEqual([]);
});

it('closing the bulk result focuses the heading if the list is empty', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 2 } });
  await openBulkDialog(user, ['orders-primary', 'analytics-primary']);
  const release = holdDeletes();
  await user.type(await screen.findByLabelText('Type 2 to confirm'), '2{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Hide, keep running' }));
  release();
  await user.click(await screen.findByRole('link', { name: 'Show' }));
  const result = await screen.findByRole('dialog', { name: '2 of 2 instances deleted' });
  await user.click(within(result).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(result).not.toBeInTheDocument());
  expect(await screen.findByText('No instances yet')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compute' })).toHaveFocus());
});

it('the bulk result shows problems first, has filters, and retries failed deletions', async () => {
  const { user, sandbox } = await renderScreen(shortListUrl);
  const dialog = await openBulkDialog(user, ['error-404', 'error-408', 'error-409']);
  await user.type(within(dialog).getByLabelText('Type 3 to confirm'), '3{Enter}');
  expect(screen.queryByText(/Another bulk deletion/)).not.toBeInTheDocument();
  const title = { name: '0 of 3 instances deleted' };
  const progress = await screen.findByRole('dialog', title, { timeout: 15_000 });
  expect(within(progress).getByRole('group', { name: 'Filter by result' })).toHaveTextContent(
    '1 not found1 rejected1 unconfirmed',
  );
  const getItemTexts = () =>
    within(within(progress).getByRole('list', { name: 'Outcomes' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  // Only the title shows a total. "3 of 3" would look as if all three instances were deleted.
  expect(progress).not.toHaveTextContent('3 of 3');
  // The second segment of the bar contains every problem. The first segment contains only deleted instances.
  const segments = within(progress).getByRole('progressbar', { name: 'Deletions with a result' }).children;
  expect(Array.from(segments, (segment) => segment.getAttribute('style'))).toEqual([
    'width: 0%;',
    'width: 100%;',
    'width: 0%;',
  ]);
  expect(getItemTexts()).toEqual([
    expect.stringMatching(/^error-408orders · .*Unconfirmed$/),
    expect.stringMatching(/^error-409orders · .*Rejected$/),
    expect.stringMatching(/^error-404orders · .*Not found$/),
  ]);
  const filter = within(progress).getByRole('button', { name: '1 rejected' });
  await user.click(filter);
  expect(getItemTexts()).toEqual([expect.stringMatching(/^error-409/)]);
  await user.click(filter);
  expect(getItemTexts()).toHaveLength(3);
  await user.click(within(progress).getByRole('button', { name: 'Restore to list' }));
  expect(await screen.findByRole('button', { name: 'Delete error-404', hidden: true })).toBeVisible();
  await user.click(within(progress).getByRole('button', { name: 'Retry 2 instances' }));
  const retryDialog = await screen.findByRole('alertdialog', { name: 'Delete 2 instances' });
  expect(within(retryDialog).getByRole('button', { name: 'Delete 2 instances' })).toBeDisabled();
  expect(retryDialog).toHaveTextContent('earlier requests deleted 1 of these instances');
  expect(deletePaths(sandbox)).toHaveLength(3);
  await user.type(within(retryDialog).getByLabelText('Type 2 to confirm'), '2{Enter}');
  const retryResult = await screen.findByRole('dialog', { name: '0 of 2 instances deleted' });
  expect(retryResult).toHaveTextContent('1 rejected1 unconfirmed');
  expect(deletePaths(sandbox)).toHaveLength(5);
});

it('one alert lists all unknown outcomes of a bulk delete and their reasons', async () => {
  const { user } = await renderScreen('/workspaces/faults/compute?database=orders&q=error-50');
  await openBulkDialog(user, ['error-500', 'error-503']);
  await user.type(await screen.findByLabelText('Type 2 to confirm'), '2{Enter}');
  await screen.findByRole('dialog', { name: '0 of 2 instances deleted' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    'We don’t know whether 2 instances were deleted. The details give each reason.',
  );
  expect(alert).toHaveTextContent(/error-500 · Database orders .*HTTP 500/);
  expect(alert).toHaveTextContent(/error-503 · Database orders .*HTTP 503/);
  await user.click(within(alert).getByRole('button', { name: 'More' }));
  await user.click(within(alert).getByRole('button', { name: 'Details' }));
  const [firstDismiss] = within(alert).getAllByRole('button', { name: 'Dismiss this one' });
  if (firstDismiss !== undefined) await user.click(firstDismiss);
  await waitFor(() => expect(alert).toHaveTextContent('whether error-503 was deleted'));
  expect(alert).toHaveFocus();
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

it('a new sign-in shows the result of a bulk delete that a rejected token stopped', async () => {
  const { user, sandbox } = await renderScreen(shortListUrl);
  const names = ['error-400', 'error-401', 'error-403', 'error-404', 'error-408', 'error-409'];
  const dialog = await openBulkDialog(user, names);
  await user.type(within(dialog).getByLabelText('Type 6 to confirm'), '6{Enter}');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(user, { workspaceSlug: 'faults' });
  const progress = await screen.findByRole('dialog', { name: '0 of 6 instances deleted' });
  expect(within(progress).getByRole('alert')).toHaveTextContent('no longer accepts the token');
  // If a request ends before the 401 arrives, the console sends a fourth request.
  const sentCount = deletePaths(sandbox).length;
  expect(sentCount).toBeLessThan(6);
  expect(progress).toHaveTextContent(`${6 - sentCount} not sent`);
  expect(within(progress).getAllByText('Not sent')).toHaveLength(6 - sentCount);
});

it('the delete dialog asks for the name if only one instance is selected', async () => {
  const { user, sandbox } = await renderScreen(ordersUrl, sixInstances);
  await user.click(await screen.findByRole('checkbox', { name: 'Select orders-primary' }));
  await user.click(screen.getByRole('button', { name: 'Delete 1 instance' }));
  const dialog = await screen.findByRole('alertdialog', { name: /orders-primary/ });
  await user.type(within(dialog).getByLabelText('Type orders-primary to confirm'), 'orders-primary{Enter}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(screen.queryByText('1 instance selected')).not.toBeInTheDocument());
  expect(deletePaths(sandbox)).toHaveLength(1);
});

it('the bulk dialog offers no deletion if the only selected instance is protected', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/odd/compute?database=orders&q=odd-plain');
  await user.click(await screen.findByRole('button', { name: 'odd-plain' }));
  await user.click(await screen.findByRole('button', { name: 'Protect on this device' }));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('checkbox', { name: 'Select odd-plain' }));
  await user.click(screen.getByRole('button', { name: 'Delete 1 instance' }));
  const dialog = await screen.findByRole('dialog', { name: 'None of the selected instances can be deleted' });
  expect(within(dialog).getByRole('listitem')).toHaveTextContent(/^odd-plain: .*protected/i);
  expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(deletePaths(sandbox)).toEqual([]);
});

async function openBulkDialog(user: UserEvent, names: readonly string[]): Promise<HTMLElement> {
  for (const name of names) await user.click(await screen.findByLabelText(`Select ${name}`));
  await user.click(screen.getByRole('button', { name: `Delete ${names.length} instances` }));
  return screen.findByRole('alertdialog', { name: `Delete ${names.length} instances` });
}
