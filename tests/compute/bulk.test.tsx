// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  answerDeletes,
  compute,
  confirmBulk,
  countDeletes,
  openCompute,
  rowNames,
  serviceError,
} from './onScreen.ts';

it('a bulk delete counts every result as what it is, and its rows are gone', async () => {
  const { user, site } = await openCompute(6);
  answerDeletes(site, () => new Response(null, { status: 202 }));
  await confirmBulk(user, 6);
  await screen.findByText('5 deleted, 1 accepted, of 6');
  expect(screen.getByRole('button', { name: 'Copy evidence' })).toBeInTheDocument();
  expect(countDeletes(site)).toBe(6);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(rowNames()).toEqual([]));
});

it('a bulk delete stops at the first doubt, and selects what was not sent', async () => {
  const { user, site } = await openCompute(6);
  answerDeletes(site, () => serviceError(409, 'Busy.'));
  const [first, second] = rowNames();
  await confirmBulk(user, 6);
  await screen.findByRole('heading', { name: 'Stopped after 1 of 6' });
  expect(screen.getByText('1 rejected, 5 not sent, of 6')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Select the 5 that were not sent' }));
  await screen.findByText('5 selected');
  await waitFor(() => expect(screen.getByRole('table')).toHaveFocus());
  expect(screen.getByRole('checkbox', { name: `Select ${first}` })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: `Select ${second}` })).toBeChecked();
  expect(countDeletes(site)).toBe(1);
});

it('a response that names a different workspace → read in the dialog, which keeps the focus', async () => {
  const { user, site } = await openCompute(6);
  const record = { id: 'x', name: 'x', workspace: { slug: 'beta' }, database: {}, sharded: false };
  answerDeletes(site, () => Response.json({ ...record, expandable: false }));
  await confirmBulk(user, 6);
  await user.click(await screen.findByRole('button', { name: 'I have read this' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'I have read this' })).toBeNull());
  expect(screen.getByRole('alertdialog')).toHaveFocus();
});

it('a bulk delete without its dialog stands in the sidebar, and can be stopped', async () => {
  const { user, site } = await openCompute(6);
  const release = site.holdDeletes();
  await confirmBulk(user, 6);
  await screen.findByRole('button', { name: 'Stop' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Bulk delete: 0 of 6 by you' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await screen.findByRole('button', { name: 'Stopping…' });
  release();
  await screen.findByText('1 deleted, 5 not sent, of 6');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('button', { name: /of 6 by you/ })).toBeNull();
});

it('an answer about a different bulk delete proves nothing', async () => {
  const { user, browser } = await openCompute(6);
  globalThis.fetch = async (target, init) => {
    const response = await browser.fetch(target, init);
    if (init?.method !== 'PUT') return response;
    const { bulkDeletion, ...rest } = await response.json();
    return Response.json({ bulkDeletion: { ...bulkDeletion, id: crypto.randomUUID() }, ...rest });
  };
  await confirmBulk(user, 6);
  await screen.findByText(/Activity will show the result/);
});

it('an instance that changed → nothing is sent, and the selection no longer has it', async () => {
  const { user, site } = await openCompute(6, `${compute}?database=orders`);
  const [first, second] = site.sandbox.instances('acme', 'orders').map(({ json }) => JSON.parse(json));
  await user.click(screen.getByRole('checkbox', { name: 'Select all 2 instances' }));
  await user.click(screen.getByRole('button', { name: 'Delete 2 instances' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 instances' }));
  await user.type(dialog.getByLabelText('Type delete 2 in acme to confirm'), 'delete 2 in acme');
  const renamed = { ...first, name: 'renamed' };
  site.answer(({ url }) => (url.endsWith('/orders/compute') ? Response.json([renamed, second]) : null));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh', hidden: true }));
  const sentence = "1 of them changed or can't be deleted now. Close this and check the selection.";
  expect(await dialog.findByRole('alert')).toHaveTextContent(sentence);
  expect(dialog.getByRole('button', { name: 'Delete 2 instances' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Delete 1 instance' }));
  await screen.findByRole('alertdialog', { name: 'Delete orders-replica' });
  expect(countDeletes(site)).toBe(0);
});
