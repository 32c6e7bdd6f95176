// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { DeletionLog } from '../../src/deletion/log.ts';
import { goTo, renderScreen } from '../support/renderConsole.tsx';
import {
  bySentence,
  deleteOne,
  deletePaths,
  faultsUrl,
  storeDeletions,
  stubFetch,
  typeToConfirm,
} from './deleteOnScreen.ts';
import { recreatedAs, replaceListedRecords } from './replaceListedRecords.ts';

async function deleteAndClose(user: UserEvent, name: string): Promise<void> {
  const dialog = await deleteOne(user, name);
  await user.click(await within(dialog).findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

it('an unknown outcome → an alert with its date; "Refresh list" adds a fact, and a 404 closes it', async () => {
  const { user, sandbox } = await renderScreen(faultsUrl('error-500'));
  await deleteAndClose(user, 'error-500');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    /We don't know whether error-500 was deleted\. Requested \d+ \w+ 20\d\d, \d\d:\d\d UTC\. .*HTTP 500.*Request ID req-sandbox-500/,
  );
  expect(alert).not.toHaveTextContent('Still listed');
  await user.click(within(alert).getByRole('button', { name: 'Refresh list' }));
  expect(
    await within(alert).findByText(/^Still listed \d+ s after the request \(checked \d\d:\d\d UTC\)\.$/),
  ).toBeVisible();
  stubFetch(async (url, init, fetch) =>
    init?.method === 'DELETE'
      ? Response.json({ message: 'Gone.', statusCode: 404 }, { status: 404 })
      : fetch(url, init),
  );
  await user.click(within(alert).getByRole('button', { name: 'Delete again…' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete error-500' });
  expect(dialog).toHaveTextContent("We don't know whether an earlier request deleted this instance.");
  await typeToConfirm(user, 'error-500');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(alert).not.toBeInTheDocument());
  const sentence = "error-500 was not found. It was already deleted, or this token can't see it.";
  const notFound = await screen.findByText(bySentence(sentence));
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(notFound).not.toBeInTheDocument());
  expect(deletePaths(sandbox)).toHaveLength(1);
});

it('a list without the instance → "Not in the list"; a later instance → no "Delete again…"', async () => {
  const { user } = await renderScreen(faultsUrl('error-50'));
  await deleteAndClose(user, 'error-500');
  await deleteAndClose(user, 'error-503');
  await replaceListedRecords({ 'error-500': () => null, 'error-503': recreatedAs('error-503') });
  expect(await screen.findByText(/^Not in the list of \d\d:\d\d UTC\.$/)).toBeVisible();
  expect(
    await screen.findByText(/^The list of \d\d:\d\d UTC has a new instance with this ID\.$/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete again…' })).toBeNull();
  for (const button of screen.getAllByRole('button', { name: 'Dismiss' })) await user.click(button);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('an instance that was not found → a status, and Activity restores its row', async () => {
  const { user } = await renderScreen(faultsUrl('error-404'));
  await deleteOne(user, 'error-404');
  const sentence = await screen.findByText(/was not found\. It was already deleted/);
  const status = sentence.closest<HTMLElement>('[role=status]');
  expect(status).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete error-404' })).toBeNull();
  goTo('/workspaces/faults/activity');
  await user.click(await screen.findByRole('button', { name: /error-404.*Not found/ }));
  await user.click(screen.getByRole('button', { name: 'Restore to list' }));
  goTo(faultsUrl('error-404'));
  expect(await screen.findByRole('button', { name: 'Delete error-404' })).toBeVisible();
  expect(screen.queryByText(/was not found/)).toBeNull();
});

it('more than five → the rest is in Activity, and "Dismiss all" leaves what must be read', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await storeDeletions('mismatch', 1);
  await storeDeletions('unknown', 6);
  expect(await screen.findByRole('link', { name: 'and 2 more in Activity' })).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Dismiss all' }));
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'I have read this' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('a read of the log that fails is repeated, so the page shows what it missed', async () => {
  await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await screen.findByRole('button', { name: 'Delete orders-primary' });
  const read = vi.spyOn(DeletionLog.prototype, 'read').mockRejectedValue(new Error('The disk is busy.'));
  await storeDeletions('unknown', 1);
  await waitFor(() => expect(read).toHaveBeenCalled());
  expect(screen.queryByRole('alert')).toBeNull();
  read.mockRestore();
  expect(await screen.findByRole('alert', {}, { timeout: 3_000 })).toHaveTextContent('unknown-0');
});
