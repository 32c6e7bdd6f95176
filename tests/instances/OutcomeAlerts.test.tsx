// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DeletionLog } from '../../src/instances/delete/log.ts';
import { goTo, renderScreen } from '../support/renderConsole.tsx';
import { deleteOne, faultsUrl, storeDeletions, stubFetch, typeToConfirm } from './deleteOnScreen.ts';

it('an unknown → an alert; Refresh adds a fact; a 404 closes it; its row is restored', async () => {
  const { user } = await renderScreen(faultsUrl('error-500'));
  const dialog = await deleteOne(user, 'error-500');
  await user.click(await within(dialog).findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    /We don't know whether error-500 was deleted\. Requested \d+ \w+ 20\d\d, \d\d:\d\d UTC\. .*HTTP 500.*Request ID req-sandbox-500/,
  );
  expect(alert).not.toHaveTextContent('Still listed');
  await user.click(within(alert).getByRole('button', { name: 'Refresh list' }));
  await within(alert).findByText(/^Still listed \d+ s after the request \(checked \d\d:\d\d UTC\)\.$/);
  stubFetch(async (url, init, fetch) =>
    init?.method === 'DELETE'
      ? Response.json({ message: 'Gone.', statusCode: 404 }, { status: 404 })
      : fetch(url, init),
  );
  await user.click(within(alert).getByRole('button', { name: 'Delete again…' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete error-500' })).toHaveTextContent(
    "We don't know whether an earlier request deleted this instance.",
  );
  await typeToConfirm(user, 'error-500');
  await user.keyboard('{Enter}');
  const sentence = await screen.findByText(/was not found\. It was already deleted/);
  expect(sentence.closest('[role=status]')).not.toBeNull();
  expect(alert).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(sentence).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Delete error-500' })).toBeNull();
  goTo('/workspaces/faults/activity');
  await user.click(await screen.findByRole('button', { name: /error-500.*Not found/ }));
  await user.click(screen.getByRole('button', { name: 'Restore to list' }));
  goTo(faultsUrl('error-500'));
  expect(await screen.findByRole('button', { name: 'Delete error-500' })).toBeVisible();
});

it('more than five → the rest is in Activity, and "Dismiss all" leaves what must be read', async () => {
  stubFetch(async (url, init, fetch) =>
    url.endsWith('/orders/compute')
      ? Response.json([{ id: 'unknown-5', name: 'unknown-5' }, { id: 'unknown-4' }])
      : fetch(url, init),
  );
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await storeDeletions('mismatch', 1);
  await storeDeletions('unknown', 6);
  expect(await screen.findByRole('link', { name: 'and 2 more in Activity' })).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(5);
  // The other instances aren't listed, or the one that is listed has a different name.
  expect(screen.getAllByRole('button', { name: 'Delete again…' })).toHaveLength(1);
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
