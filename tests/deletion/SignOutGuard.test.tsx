// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDeletionLog } from '../../src/deletion/deletionLog.ts';
import { goTo, renderScreen } from '../support/renderConsole.tsx';
import { deleteOne, deletePaths, holdDeletes } from './deleteOnScreen.ts';
import { anEndedEntry, aService } from './deletionFixtures.ts';

it('Sign out asks first during a deletion, and says when the deletion has finished', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  const releaseDeletes = holdDeletes();
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByRole('button', { name: 'Deleting…' })).toBeVisible();
  goTo('/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  const question = await screen.findByRole('alertdialog', { name: 'Sign out during a deletion?' });
  expect(question).toHaveTextContent('1 deletion is running.');
  releaseDeletes();
  expect(await screen.findByRole('alertdialog', { name: 'Sign out?' })).toHaveTextContent(
    'All deletions have finished. You can sign out.',
  );
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await user.click(screen.getByRole('link', { name: 'Compute' }));
  expect(await screen.findByText('No instances yet')).toBeVisible();
});

it('after Sign out, the sign-in form says that the result of a deletion isn’t known', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  const releaseDeletes = holdDeletes();
  await deleteOne(user, 'orders-primary');
  await user.click(await screen.findByRole('button', { name: 'Continue in background' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await user.click(await screen.findByRole('button', { name: 'Sign out anyway' }));
  expect(await screen.findByText(/^A deletion was in progress\. Its result isn’t known\./)).toBeVisible();
  releaseDeletes();
});

it('a rejected token replaces the sign-out question with the sign-in form', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?database=orders&q=error-401');
  const releaseDeletes = holdDeletes();
  await deleteOne(user, 'error-401');
  await user.click(await screen.findByRole('button', { name: 'Continue in background' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByRole('alertdialog', { name: 'Sign out during a deletion?' });
  releaseDeletes();
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(deletePaths(sandbox)).toHaveLength(1);
});

it('Sign out asks before clearing unconfirmed deletions of another service', async () => {
  const { user } = await renderScreen('/workspaces/acme/regions');
  const otherLog = createDeletionLog({ ...aService, serviceId: 'other' });
  await otherLog.add([anEndedEntry('unknown')]);
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  const name = 'Sign out with unconfirmed deletions?';
  expect(await screen.findByRole('alertdialog', { name })).toHaveTextContent(
    '1 deletion in another service has no confirmed result.',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign out' })).toHaveFocus());
});

it.each([
  ['can’t be read', () => Promise.reject(new Error('blocked'))],
  ['are not read within a second', () => new Promise<never>(() => {})],
])('Sign out asks first if the deletions of other services %s', async (_, databases) => {
  const { user } = await renderScreen('/workspaces/acme/regions');
  const signOut = await screen.findByRole('button', { name: 'Sign out' });
  const spy = vi.spyOn(indexedDB, 'databases').mockImplementation(databases);
  onTestFinished(() => spy.mockRestore());
  await user.click(signOut);
  const question = await screen.findByRole('alertdialog', { name: 'Sign out?' }, { timeout: 2_000 });
  expect(question).toHaveTextContent(
    'This browser couldn’t check for unconfirmed deletions in other services.',
  );
  await user.click(screen.getByRole('button', { name: 'Sign out anyway' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});
