// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  faultsUrl,
  openBulkDialog,
  openDeleteDialog,
  storeDeletions,
  stubFetch,
  typeToConfirm,
} from '../instances/deleteOnScreen.ts';
import { goTo, renderScreen } from '../support/renderConsole.tsx';

const activityUrl = '/workspaces/acme/activity';
const hourMs = 60 * 60_000;

it('a bulk delete is one entry with its bar, and opens in place', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute?database=orders', {
    sandbox: { instances: 6 },
  });
  const dialog = within(await openBulkDialog(user, ['orders-primary', 'orders-replica']));
  await user.type(dialog.getByLabelText('Reason'), 'INC-4312');
  await typeToConfirm(user, 'delete 2 in acme');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  goTo(activityUrl);
  const entry = await screen.findByRole('button', { name: /2 instances.*orders.*INC-4312.*2 deleted/ });
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect(entry).toHaveAttribute('aria-expanded', 'false');
  await user.click(entry);
  expect(entry).toHaveAttribute('aria-expanded', 'true');
  const items = within(screen.getByRole('list', { name: 'Results' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^orders-primary.*Deleted$/),
    expect.stringMatching(/^orders-replica.*Deleted$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Copy evidence' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Markdown' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toMatch(/^\*\*Deletion of 2 compute instances/),
  );
  expect(await navigator.clipboard.readText()).not.toContain('sandbox-token');
});

it('a single delete shows what was asked for, the response, its reason and both times', async () => {
  const { user } = await renderScreen(faultsUrl('error-500'));
  await user.click(await within(await openDeleteDialog(user, 'error-500')).findByLabelText('Reason'));
  await user.keyboard('INC-1');
  await typeToConfirm(user, 'error-500');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  goTo('/workspaces/faults/activity');
  expect(await screen.findByText('1 deletion has no clear result.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /error-500.*INC-1.*Unconfirmed/ }));
  const details = screen.getByText('Asked for').closest('dl');
  expect(details).toHaveTextContent(/Asked for\d+ \w+ 20\d\d, \d\d:\d\d UTC/);
  expect(details).toHaveTextContent(
    /Response.*We don't know whether error-500 was deleted.*Something broke\./,
  );
  expect(details).toHaveTextContent(/HTTP status500 after \d+\.\d s/);
  expect(details).toHaveTextContent('Request IDreq-sandbox-500');
  expect(details).toHaveTextContent('ReasonINC-1');
  expect(screen.getByRole('button', { name: 'Delete again…' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('1 deletion has no clear result.')).toBeNull());
});

it('an instance that a delete from here does not find → a toast', async () => {
  stubFetch(async (url, init, fetch) => {
    if (init?.method === 'DELETE')
      return Response.json({ message: 'Gone.', statusCode: 404 }, { status: 404 });
    return url.endsWith('/orders/compute')
      ? Response.json([{ id: 'unknown-0', name: 'unknown-0' }])
      : fetch(url, init);
  });
  const { user } = await renderScreen(activityUrl);
  await storeDeletions('unknown', 1);
  await user.click(await screen.findByRole('button', { name: /unknown-0/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete again…' }));
  await screen.findByRole('alertdialog');
  await typeToConfirm(user, 'unknown-0');
  await user.keyboard('{Enter}');
  const sentence = await screen.findByText(/was not found\. It was already deleted/);
  expect(sentence.closest('[role=status]')).not.toBeNull();
});

it('old clear results can be cleared; many have a search, and are shown 200 at a time', async () => {
  const { user } = await renderScreen(activityUrl);
  await screen.findByText("No deletions yet. Each one is stored here before it's sent.");
  await storeDeletions('deleted', 2, 25 * hourMs);
  await storeDeletions('unknown', 1, 25 * hourMs);
  await screen.findByRole('button', { name: /unknown-0/ });
  await user.click(screen.getByRole('button', { name: /deleted-1/ }));
  expect(screen.getByText('Its data is deleted once the deletion is finalized.')).toBeVisible();
  const clear = screen.getByRole('button', { name: 'Clear entries older than a day' });
  await user.click(clear);
  await waitFor(() => expect(screen.queryAllByRole('button', { name: /deleted-\d/ })).toEqual([]));
  expect(screen.getByRole('button', { name: /unknown-0/ })).toBeVisible();
  expect(clear).toHaveAttribute('aria-disabled', 'true');

  await storeDeletions('deleted', 201);
  await screen.findByRole('button', { name: 'Show more (2 left)' });
  expect(screen.getAllByRole('button', { name: /deleted-\d/ })).toHaveLength(200);
  await user.type(screen.getByRole('searchbox', { name: 'Search activity' }), 'DELETED-20');
  // deleted-20 and deleted-200
  expect(screen.getAllByRole('button', { name: /deleted-\d/ })).toHaveLength(2);
});
