// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { notSent } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { createDeletionLog } from '../../../src/features/compute/deletion/deletionLog.ts';
import { renderScreen, signIn } from '../../support/renderConsole.tsx';
import { anEntry, aService } from './deletionFixtures.ts';
import { holdDeletes } from './holdDeletes.ts';
import { recreatedAs, replaceListed } from './replaceListed.ts';

it('asks before signing out during a deletion, and says when it has finished', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  const letGo = holdDeletes();
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByRole('button', { name: 'Deleting…' })).toBeVisible();
  act(() => {
    history.pushState(null, '', '/workspaces/acme/regions');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  const question = await screen.findByRole('alertdialog', { name: 'Sign out during a deletion?' });
  expect(question).toHaveTextContent('1 deletion is running.');
  letGo();
  expect(await screen.findByRole('alertdialog', { name: 'Sign out?' })).toHaveTextContent(
    'All deletions have finished. You can sign out.',
  );
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await user.click(screen.getByRole('link', { name: 'Compute' }));
  expect(await screen.findByText('No instances yet')).toBeVisible();
});

it('says after a sign-out that the result of a running deletion isn’t known', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  const letGo = holdDeletes();
  await deleteOne(user, 'orders-primary');
  await user.click(await screen.findByRole('button', { name: 'Continue in background' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await user.click(await screen.findByRole('button', { name: 'Sign out anyway' }));
  expect(await screen.findByText(/^A deletion was in progress\. Its result isn’t known\./)).toBeVisible();
  letGo();
});

it('asks before a sign-out clears unconfirmed deletions of another service', async () => {
  const { user } = await renderScreen('/workspaces/acme/regions');
  const other = createDeletionLog({ ...aService, serviceId: 'other' });
  await other.add([anEntry({ outcome: { ...notSent(''), kind: 'unknown' }, settledAt: 3 })]);
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  const name = 'Sign out with unconfirmed deletions?';
  expect(await screen.findByRole('alertdialog', { name })).toHaveTextContent(
    '1 deletion in another service has no confirmed result.',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign out' })).toHaveFocus());
});

it('asks before signing out if the deletions of other services can’t be read', async () => {
  const { user } = await renderScreen('/workspaces/acme/regions');
  const spy = vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('blocked'));
  onTestFinished(() => spy.mockRestore());
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('alertdialog', { name: 'Sign out?' })).toHaveTextContent(
    'This browser couldn’t check for unconfirmed deletions in other services.',
  );
  await user.click(screen.getByRole('button', { name: 'Sign out anyway' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});

it('focuses the heading after the last instance was deleted', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByText('No instances yet')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compute' })).toHaveFocus());
});

it('names the workspace of a result in another workspace', async () => {
  const { user } = await renderScreen('/workspaces/faults/compute?database=orders&q=accepted');
  const letGo = holdDeletes();
  await deleteOne(user, 'accepted');
  expect(await screen.findByRole('button', { name: 'Deleting…' })).toBeVisible();
  act(() => {
    history.pushState(null, '', '/workspaces/acme/regions');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  letGo();
  expect(
    await screen.findByText(/^Workspace faults: The service accepted the deletion of accepted\./),
  ).toBeVisible();
});

it('a list doesn’t settle the outcome of an instance it never held', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute?q=error-500', few);
  await add(user, 'error-500');
  await deleteOne(user, 'error-500');
  await leaveFailure(user);
  const says = 'We don’t know whether error-500 was deleted';
  expect(screen.getByRole('alert')).toHaveTextContent(says);
  await refresh(user, sandbox);
  expect(screen.getByRole('alert')).toHaveTextContent(says);
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Delete error-500' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compute' })).toHaveFocus());
});

it('a later list without the instance settles its outcome', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?database=orders&q=cut-off');
  await deleteOne(user, 'cut-off');
  await leaveFailure(user);
  expect(screen.getByRole('alert')).toHaveTextContent('We don’t know whether cut-off was deleted');
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Refresh list' }));
  expect(await screen.findByText(/^cut-off is no longer listed by the service/)).toBeVisible();
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(sandbox.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it('a list of another session doesn’t settle an outcome', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?database=orders&q=cut-off');
  await deleteOne(user, 'cut-off');
  await leaveFailure(user);
  endSession();
  await signIn(user, { workspaceSlug: 'faults' });
  await refresh(user, sandbox);
  expect(screen.queryByRole('button', { name: 'Delete cut-off' })).not.toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('We don’t know whether cut-off was deleted');
});

it('lists a deleted instance that was added again', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute?q=no-content', few);
  await add(user, 'no-content');
  await deleteOne(user, 'no-content');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Delete no-content' })).not.toBeInTheDocument(),
  );
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compute' })).toHaveFocus());
  await add(user, 'no-content');
  expect(await screen.findByRole('button', { name: 'Delete no-content' })).toBeVisible();
});

it('keeps an added instance deleted after a screen change and a sign-out', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/empty/regions');
  await user.click(await screen.findByRole('link', { name: 'Compute' }));
  await add(user, 'no-content');
  const letGo = holdDeletes();
  await deleteOne(user, 'no-content');
  expect(await screen.findByRole('button', { name: 'Deleting…' })).toBeVisible();
  act(() => history.back());
  expect(await screen.findByRole('heading', { name: 'Regions', level: 1 })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Deleting no-content…' })).toBeVisible();
  letGo();
  await waitFor(() => expect(screen.queryByRole('link', { name: /Deleting/ })).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await signIn(user, { workspaceSlug: 'empty' });
  await user.click(await screen.findByRole('link', { name: 'Compute' }));
  expect(await screen.findByText('No instances yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Delete / })).not.toBeInTheDocument();
  expect(sandbox.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it.each([
  ['was replaced', recreatedAs('production-main'), 'This instance has changed since you opened this dialog.'],
  [
    'names another database',
    withDatabase('payments'),
    'This instance has changed since you opened this dialog.',
  ],
  ['left the list', () => null, 'This instance is no longer in the list.'],
])('an open dialog sends nothing after its instance %s', async (_, change, says) => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', few);
  await user.click(await screen.findByRole('button', { name: 'Delete orders-primary' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.type(within(dialog).getByLabelText('Type orders-primary to confirm'), 'orders-primary');
  const confirm = within(dialog).getByRole('button', { name: 'Delete instance' });
  expect(confirm).toBeEnabled();
  await replaceListed({ 'orders-primary': change });
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(says);
  expect(confirm).toBeDisabled();
  await user.type(within(dialog).getByLabelText('Type orders-primary to confirm'), '{Enter}');
  expect(sandbox.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

it('a dialog with an unknown outcome can’t delete a replaced instance again', async () => {
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
  expect(sandbox.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

function withDatabase(database: string) {
  return (record: object) => ({ ...record, database });
}

const few = { sandbox: { instances: 3 } };

async function add(user: UserEvent, id: string): Promise<void> {
  const [first] = await screen.findAllByRole('button', { name: 'Add instance' });
  if (first !== undefined) await user.click(first);
  const form = await screen.findByRole('dialog', { name: 'Add instance' });
  await user.type(within(form).getByLabelText('Database'), 'orders');
  await user.type(within(form).getByLabelText('Instance ID'), id);
  await user.click(within(form).getByRole('button', { name: 'Add to list' }));
  await waitFor(() => expect(form).not.toBeInTheDocument());
}

async function deleteOne(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  await user.type(await screen.findByLabelText(`Type ${name} to confirm`), `${name}{Enter}`);
}

/** Closes the dialog once it shows the result. */
async function leaveFailure(user: UserEvent): Promise<void> {
  const dialog = screen.getByRole('alertdialog');
  await within(dialog).findByRole('alert');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

/** Ends the session as another tab would, but keeps the deletion log. */
function endSession(): void {
  const channel = new BroadcastChannel('workspace-console.3.session.sandbox');
  channel.postMessage({ kind: 'end' });
  channel.close();
}

type Calls = { readonly calls: readonly { method: string; path: string }[] };

/** Resolves after the list of orders was read again and rendered. */
async function refresh(user: UserEvent, { calls }: Calls): Promise<void> {
  const reads = () =>
    calls.filter(({ method, path }) => method === 'GET' && path.includes('/orders/')).length;
  const before = reads();
  const button = await screen.findByRole('button', { name: 'Refresh' });
  await user.click(button);
  await waitFor(() => expect(reads()).toBe(before + 1));
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
}
