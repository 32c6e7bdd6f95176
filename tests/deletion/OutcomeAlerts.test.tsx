// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { goTo, renderScreen, signIn } from '../support/renderConsole.tsx';
import { addInstanceOnScreen, type Calls, deleteOne, deletePaths, holdDeletes } from './deleteOnScreen.ts';

it('the page heading gets the focus after the last instance is deleted', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByText('No instances yet')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compute' })).toHaveFocus());
});

it('a result names its workspace if a different workspace is open', async () => {
  const { user } = await renderScreen('/workspaces/faults/compute?database=orders&q=accepted');
  const releaseDeletes = holdDeletes();
  await deleteOne(user, 'accepted');
  expect(await screen.findByRole('button', { name: 'Deleting…' })).toBeVisible();
  goTo('/workspaces/acme/regions');
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  releaseDeletes();
  expect(
    await screen.findByText(/^Workspace faults: The service accepted the deletion of accepted\./),
  ).toBeVisible();
});

it('a list can’t confirm the deletion of an instance that was never listed', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute?q=error-500', threeInstances);
  await addInstanceOnScreen(user, 'error-500');
  await deleteOne(user, 'error-500');
  await closeFailedDialog(user);
  const sentence = 'We don’t know whether error-500 was deleted';
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  await refresh(user, sandbox);
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Delete error-500' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compute' })).toHaveFocus());
});

it('a later list without the instance confirms an unknown deletion', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?database=orders&q=cut-off');
  await deleteOne(user, 'cut-off');
  await closeFailedDialog(user);
  expect(screen.getByRole('alert')).toHaveTextContent('We don’t know whether cut-off was deleted');
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Refresh list' }));
  expect(await screen.findByText(/^cut-off is no longer listed by the service/)).toBeVisible();
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(deletePaths(sandbox)).toHaveLength(1);
});

it('a list from another session doesn’t confirm an unknown deletion', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?database=orders&q=cut-off');
  await deleteOne(user, 'cut-off');
  await closeFailedDialog(user);
  endSession();
  await signIn(user, { workspaceSlug: 'faults' });
  await refresh(user, sandbox);
  expect(screen.queryByRole('button', { name: 'Delete cut-off' })).not.toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('We don’t know whether cut-off was deleted');
});

it('the list shows a deleted instance after the admin adds the instance again', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute?q=no-content', threeInstances);
  await addInstanceOnScreen(user, 'no-content');
  await deleteOne(user, 'no-content');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Delete no-content' })).not.toBeInTheDocument(),
  );
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compute' })).toHaveFocus());
  await addInstanceOnScreen(user, 'no-content');
  expect(await screen.findByRole('button', { name: 'Delete no-content' })).toBeVisible();
});

const threeInstances = { sandbox: { instances: 3 } };

/** Closes the delete dialog after it shows the failure. */
async function closeFailedDialog(user: UserEvent): Promise<void> {
  const dialog = screen.getByRole('alertdialog');
  await within(dialog).findByRole('alert');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

/** Ends the session as a sign-out in another tab does, but keeps the deletion log. */
function endSession(): void {
  const channel = new BroadcastChannel('workspace-console.3.session.sandbox');
  channel.postMessage({ kind: 'end' });
  channel.close();
}

/** Refreshes the list of orders, and resolves after the list is rendered. */
async function refresh(user: UserEvent, { calls }: Calls): Promise<void> {
  const countReads = () =>
    calls.filter(({ method, path }) => method === 'GET' && path.includes('/orders/')).length;
  const countBefore = countReads();
  const button = await screen.findByRole('button', { name: 'Refresh' });
  await user.click(button);
  await waitFor(() => expect(countReads()).toBe(countBefore + 1));
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
}
