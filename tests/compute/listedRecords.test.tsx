// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { deleteOne, deletePaths, findRow, stubFetch } from '../deletion/deleteOnScreen.ts';
import { renderScreen } from '../support/renderConsole.tsx';

it('rows of another database or workspace have a tag, and a bulk delete skips them', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/odd/compute?database=orders&q=odd-');
  expect(await findRow('odd-elsewhere')).toHaveTextContent('Different database');
  expect(await findRow('odd-foreign')).toHaveTextContent('Different workspace');
  expect(screen.getAllByText(/^Different /)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'odd-foreign' }));
  const details = await screen.findByRole('dialog', { name: 'odd-foreign' });
  expect(within(details).getByRole('alert')).toHaveTextContent(
    'It’s listed in odd, but the record says somebody-else.',
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByLabelText('Delete odd-elsewhere'));
  const dialog = within(await screen.findByRole('alertdialog', { name: /odd-elsewhere/ }));
  expect(dialog.getByRole('alert')).toHaveTextContent(
    /names a different database.*It’s listed in orders, but the record says analytics\./,
  );
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));

  for (const name of ['odd-elsewhere', 'odd-foreign', 'odd-plain'])
    await user.click(screen.getByLabelText(`Select ${name}`));
  await user.click(screen.getByText('Delete 3 instances'));
  const bulkDialog = await screen.findByRole('alertdialog', { name: 'Delete 1 instance' });
  for (const [name, field] of Object.entries({ 'odd-elsewhere': 'database', 'odd-foreign': 'workspace' }))
    expect(bulkDialog).toHaveTextContent(
      `${name}: The record names a different ${field}. Delete it separately.`,
    );
  await user.type(within(bulkDialog).getByLabelText('Type 1 to confirm'), '1{Enter}');
  await screen.findByRole('dialog', { name: '1 of 1 instance deleted' });
  expect(deletePaths(sandbox)).toEqual(['/workspaces/odd/databases/orders/compute/odd-plain']);
});

it('the list tags duplicate IDs, counts deleted records and shows new instances', async () => {
  let plainRecord = { id: 'two', name: 'plain', created: '2026-01-01T10:00:00Z' };
  stubFetch(async (url, init, fetch) => {
    if (init?.method === 'DELETE') return new Response(null, { status: 204 });
    if (!url.endsWith('/orders/compute')) return fetch(url, init);
    const records = [
      { id: 'one', name: 'first' },
      { id: 'one', name: 'second' },
      plainRecord,
      { id: 'old', name: 'old', deleted: '2025-01-01T00:00:00Z' },
      { id: 'zero', name: 'zero', deleted: '0001-01-01T00:00:00Z' },
    ];
    return Response.json(records, { headers: { date: new Date().toUTCString() } });
  });
  const { user } = await renderScreen('/workspaces/acme/compute?database=orders');
  expect(await findRow('first')).toHaveTextContent('Duplicate ID');
  expect(screen.getByText(/1 deleted record hidden$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'first' }));
  expect(await screen.findByRole('dialog', { name: 'first' })).toHaveTextContent(
    'Several records have this ID.',
  );
  await user.keyboard('{Escape}');

  await deleteOne(user, 'plain');
  await waitFor(() => expect(rowLabels()).toEqual(['first', 'zero']));
  // The row stays hidden while the service lists the same record. A later creation date means a new instance.
  const refresh = screen.getByRole('button', { name: 'Refresh' });
  await user.click(refresh);
  await waitFor(() => expect(refresh).toHaveAttribute('aria-disabled', 'false'));
  expect(rowLabels()).toEqual(['first', 'zero']);
  plainRecord = { ...plainRecord, created: '2026-01-01T10:00:01Z' };
  await user.click(refresh);
  await waitFor(() => expect(rowLabels()).toEqual(['first', 'plain', 'zero']));
  expect(await findRow('plain')).not.toHaveTextContent('Still listed');
});

function rowLabels(): string[] {
  return screen.queryAllByLabelText(/^Select (?!all)/).map((box) => box.ariaLabel?.slice(7) ?? '');
}
