import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { openBrowser } from '../support/listenConsole.ts';
import { goTo } from '../support/renderConsole.tsx';
import { answerTo, serviceError } from '../support/startConsole.ts';
import { answerDeletes, confirmBulk, confirmDelete, openCompute, rowNames } from './onScreen.ts';

const inOrders = '?database=orders';
const deleted = () => new Response(null, { status: 204 });

it('all are deleted → the result is the title, in the order of the table', async () => {
  const { user, site } = await openCompute(6, inOrders);
  const names = rowNames();
  await confirmBulk(user, 2);
  const dialog = within(await screen.findByRole('alertdialog', { name: '2 instances deleted' }));
  const results = within(screen.getByRole('list', { name: 'Results' })).getAllByRole('listitem');
  const texts = names.map((each) => expect.stringMatching(`^${each}.*Deleted$`));
  expect(results.map(({ textContent }) => textContent)).toEqual(texts);
  expect(dialog.queryByRole('img')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(rowNames()).toEqual([]));
  expect(screen.queryByText('2 instances deleted')).toBeNull();
  expect(site.deletes()).toHaveLength(2);
});

it('the first doubt → the rest isn’t sent, and can be selected again', async () => {
  const { user, site } = await openCompute(9, inOrders);
  const names = rowNames();
  answerDeletes(site, () => serviceError(404, 'No such instance.'));
  await confirmBulk(user, 3);
  const dialog = await screen.findByRole('alertdialog', { name: 'Stopped: 1 not found, 2 not sent' });
  expect(site.deletes()).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: "Select the 2 that weren't deleted" }));
  await screen.findByText('2 selected');
  for (const each of names.slice(1))
    expect(screen.getByRole('checkbox', { name: `Select ${each}` })).toBeChecked();
});

it('two share a name → the question has each ID with its name, in the order of the table', async () => {
  const { user, site } = await openCompute(3);
  const records = ['i-1', 'i-2'].map((id, index) => ({
    id,
    name: 'primary',
    created: `${2020 + 9 * index}-01-01`,
  }));
  site.answer(answerTo('/orders/compute', () => Response.json(records)));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  for (const { id } of records)
    await user.click(await screen.findByRole('checkbox', { name: `Select ${id}` }));
  await user.click(screen.getByRole('button', { name: 'Delete 2 instances' }));
  const list = within(await screen.findByRole('list', { name: 'Instances to delete' }));
  screen.getByText('1 needs a look');
  const items = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual(records.map(({ id }) => expect.stringMatching(`^${id} primary`)));
});

it('it has begun → nothing is selected, Stop ends it after the request in flight', async () => {
  const { user, site } = await openCompute(9, inOrders);
  const release = site.hold('DELETE');
  await confirmBulk(user, 3);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Deleting 1 of 3' }));
  dialog.getByText("Close doesn't stop it; the result goes to Activity.");
  await waitFor(() => expect(screen.getAllByText(/^Being deleted by token/)).toHaveLength(3));
  await user.click(dialog.getByRole('button', { name: 'Stop' }));
  await screen.findByRole('alertdialog', { name: 'Stopping after 1 of 3' });
  expect(screen.queryByText(/ selected$/)).toBeNull();
  release();
  await screen.findByRole('alertdialog', { name: 'Stopped: 1 deleted, 2 not sent' });
  dialog.getByText('You stopped this delete.');
  expect(site.deletes()).toHaveLength(1);
  expect(screen.queryByText(/ selected$/)).toBeNull();
});

it('an answer that is older than the log → the log counts', async () => {
  const { user, browser } = await openCompute(6, inOrders);
  const held = deferred<void>();
  let reads = 0;
  browser.answer = async (url, method, send) => {
    if (url.endsWith('/deletions')) reads += 1;
    if (method !== 'PUT') return null;
    const { deletion } = await (await send()).json();
    const items = deletion.items.map((item: object) => ({
      ...item,
      stage: 'sending',
      outcome: null,
      endedAt: null,
    }));
    await held.promise;
    return Response.json({ deletion: { ...deletion, stage: 'running', items }, isStored: true });
  };
  await confirmBulk(user, 2);
  await screen.findByRole('alertdialog', { name: '2 instances deleted' });
  reads = 0;
  held.resolve();
  await waitFor(() => expect(reads).toBeGreaterThan(0));
  await screen.findByRole('alertdialog', { name: '2 instances deleted' });
});

it('the last one is sent → nothing is left to stop', async () => {
  const { user, site } = await openCompute(9, inOrders);
  const held = deferred<Response>();
  answerDeletes(site, deleted, deleted, () => held.promise);
  await confirmBulk(user, 3);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Deleting 3 of 3' }));
  expect(dialog.getByRole('button', { name: 'Stop' })).toHaveAttribute('aria-disabled', 'true');
  held.resolve(deleted());
  await screen.findByRole('alertdialog', { name: '3 instances deleted' });
});

it('nothing was stored → what was selected is selected again', async () => {
  const { user, site } = await openCompute(9, inOrders, { MAX_PER_HOUR: '2' });
  await confirmBulk(user, 3);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Not sent: 3 instances' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await screen.findByText('3 selected');
  expect(site.deletes()).toEqual([]);
});

it('Close before a refusal → what was selected since then stays selected', async () => {
  const { user, browser, site } = await openCompute(9, inOrders, { MAX_PER_HOUR: '2' });
  const held = deferred<null>();
  browser.answer = (_, method) => (method === 'PUT' ? held.promise : null);
  await confirmBulk(user, 3);
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('checkbox', { name: `Select ${rowNames()[1]}` }));
  held.resolve(null);
  await screen.findByText('Not sent:');
  screen.getByText('1 selected');
  expect(site.deletes()).toEqual([]);
});

it.each([
  [1, 'Deleting orders-primary', "A delete of 1 in acme is running. Sign out can't stop what was sent."],
  [3, 'Deleting 1 of 3', /A delete of 3 in acme is running\. Sign out stops it\. .* in a different browser/],
])('a running delete of %i → Sign out asks first; a link leads to it', async (count, title, sentence) => {
  const { user, site } = await openCompute(9, inOrders);
  const release = site.hold('DELETE');
  await (count === 1 ? confirmDelete(user, 'orders-primary') : confirmBulk(user, count));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await screen.findByRole('link', { name: title });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }));
  question.getByText(sentence);
  await user.click(question.getByRole('button', { name: 'Stay signed in' }));
  release();
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Deleting/ })).toBeNull());
});

it.each([
  ['stopped', 403, 'alert', 'Stopped: 1 rejected, 2 not sent'],
  ['well', 204, 'status', '3 instances deleted'],
])('it ends %s on a different screen → one toast, with View', async (_, status, role, title) => {
  const { user, site } = await openCompute(9, inOrders);
  const release = site.hold('DELETE');
  site.answer(({ method }) => (method === 'DELETE' ? new Response(null, { status }) : null));
  await confirmBulk(user, 3);
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  goTo('/workspaces/acme/regions');
  release();
  const toast = (await screen.findByText(title)).closest(`[role=${role}]`) as HTMLElement;
  await user.click(within(toast).getByRole('link', { name: 'View' }));
  await screen.findByRole('button', { name: /^3 instances/, expanded: true });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled());
  expect(screen.queryByText(title)).toBeNull();
});

it('HTTP 401 → the sign-in form says how it ended', async () => {
  const { user, site } = await openCompute(9, inOrders);
  answerDeletes(site, deleted, () => serviceError(401, 'The token has expired.'));
  await confirmBulk(user, 3);
  const ending = 'Stopped: 1 deleted, 1 rejected, 1 not sent.';
  await screen.findByText(`${ending} The service no longer accepts your token.`);
});

it('a delete of one from an earlier page is rejected → a link, and then a toast', async () => {
  const { site } = await openCompute(3, inOrders);
  answerDeletes(site, () => serviceError(409, 'Busy'));
  const [{ id = '', name = '' } = {}] = await site.listInstances('orders');
  const earlier = await openBrowser(site.port);
  const release = site.hold('DELETE');
  const answer = earlier.put({ items: [{ databaseName: 'orders', instanceId: id, name }] });
  await waitFor(() => expect(site.deletes()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByRole('link', { name: `Deleting ${name}` });
  release();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(`Rejected: ${name}`));
  await answer;
});
