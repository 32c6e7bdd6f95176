import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { renderScreen } from '../support/renderConsole.tsx';
import { type Answer, answerTo, serviceError } from '../support/startConsole.ts';
import { compute, findTable, openCompute, refreshOrders, rowNames, rowOf } from './onScreen.ts';

const search = () => screen.getByRole('searchbox', { name: 'Search instances' });
const button = (name: string) => screen.getByRole('button', { name });

it('a row has its fields in at most 11 elements', async () => {
  await openCompute(6);
  const row = rowOf('orders-primary');
  const cells = within(row).getAllByRole('cell').slice(1, 4);
  expect(cells.map(({ textContent }) => textContent)).toEqual(['orders', 'READY', 'eu-central-1 CLOUDA']);
  expect(row.querySelector('time')).toHaveAttribute('title', expect.stringMatching(/UTC/));
  expect(row.querySelectorAll('*').length).toBeLessThanOrEqual(10);
});

it('a click on a name, but not the end of marking it → Details with every field', async () => {
  const { user } = await openCompute(6);
  const text = button('orders-primary').firstChild as Node;
  getSelection()?.setBaseAndExtent(text, 0, text, 6);
  fireEvent.click(button('orders-primary'), { detail: 1 });
  expect(rowOf('orders-primary')).not.toHaveAttribute('data-open');
  // Chromium unmarks the text only after this click.
  fireEvent.mouseDown(button('orders-primary'));
  fireEvent.click(button('orders-primary'), { detail: 1 });
  const details = await screen.findByRole('dialog', { name: 'orders-primary' });
  for (const name of ['Status', 'ID', 'Database', 'API host'])
    expect(within(details).getByText(name)).toBeInTheDocument();
  expect(within(details).queryByRole('button', { name: /instance$/ })).toBeNull();
  await user.click(within(details).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(button('orders-primary')).toHaveFocus());
});

it('odd records are marked, and none has a Delete that would be a guess', async () => {
  const { user, site } = await openCompute(6, '?database=orders');
  const markup = '<img src=x onerror=alert(1)>';
  await refreshOrders(user, site, [
    { id: 'i-1', name: 'prod-соре', created: 'tomorrow' },
    { id: 'i-2', name: 'hidden\u200b' },
    { id: 'caf\ufffd-1', name: 'damaged' },
    { id: 12_345, name: 'numeric' },
    { id: 'i-6', name: 'foreign', workspace: { slug: 'beta' } },
    { id: 'i-8', name: markup },
    { id: 'i-8', name: 'twin' },
    { id: 'i-9', name: 'going', isDeleted: true },
    { id: 'nameless' },
  ]);
  await findTable(12);
  expect(screen.getByRole('img', { name: /^Mixes Latin with Cyrillic .* U\+0441/ })).toBeInTheDocument();
  expect(screen.getByText('U+200B').closest('[translate=no]')).toHaveTextContent('hiddenU+200B');
  expect(screen.getByText('invalid date')).toBeInTheDocument();
  for (const name of ['damaged', 'numeric'])
    expect(screen.queryByRole('button', { name: `Delete ${name}` })).toBeNull();
  expect(rowOf('damaged')).toHaveTextContent("Its ID can't be read");
  expect(rowOf('numeric')).toHaveTextContent('no usable ID');
  expect(rowOf('nameless')).toHaveTextContent('no name');
  expect(rowOf('foreign')).toHaveTextContent('Different workspace');
  expect(rowOf(markup)).toHaveTextContent('Duplicate ID');
  expect(rowOf('going')).toHaveTextContent('isDeleted: true');
  expect(screen.queryByRole('checkbox', { name: 'Select going' })).toBeNull();
  expect(button('Delete going')).toBeEnabled();
});

it('a new instance with the ID of a selected one is not selected', async () => {
  const { user, site } = await openCompute(6, '?database=orders');
  const reused = { id: 'i-10', name: 'reused' };
  await refreshOrders(user, site, [{ ...reused, created: '2026-01-01T00:00:00Z' }]);
  await user.click(await screen.findByRole('checkbox', { name: 'Select reused' }));
  await screen.findByText('1 selected');
  await refreshOrders(user, site, [{ ...reused, created: '2026-02-01T00:00:00Z' }]);
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  expect(screen.getByRole('checkbox', { name: 'Select reused' })).not.toBeChecked();
});

it('a facet filters, and keeps the counts of the whole list', async () => {
  const { user } = await openCompute(6);
  await user.click(button('analytics 2'));
  await screen.findByText('2 of 6 instances');
  expect(button('analytics 2')).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(location.search).toBe('?database=analytics'));
  await user.click(button('orders 2'));
  await screen.findByText('4 of 6 instances');
  await user.click(button('Clear filters'));
  await screen.findByText('6 instances');
  expect(search()).toHaveFocus();
});

it('a link to a region that a list spells differently → the entry is pressed', async () => {
  const { user, site } = await openCompute(6, '?region=CLOUDA_EU_CENTRAL_1');
  await refreshOrders(user, site, [{ id: 'i-1', name: 'first', region: 'eu-central-1' }]);
  await user.click(await screen.findByRole('button', { name: 'eu-central-1 1', pressed: true }));
  await waitFor(() => expect(location.search).toBe(''));
});

it.each([
  ['', 'orders-legacy', 1, 'Clear search'],
  ['?database=orders', 'identity', 0, 'Clear filters'],
])('on Compute%s, nothing matches “%s” → links to the log: %i, %s', async (view, text, linkCount, label) => {
  const { user } = await openCompute(6, view);
  await user.type(search(), text);
  await screen.findByText('No matching instances.');
  expect(screen.queryByRole('region', { name: 'Regions' })).toBeNull();
  expect(screen.queryAllByRole('link', { name: 'Was it deleted?' })).toHaveLength(linkCount);
  await user.click(screen.getAllByRole('button', { name: label })[0] as HTMLElement);
  await findTable(6);
});

it('a list is still loading, or fails → nothing is said to be missing', async () => {
  const held = deferred<Response>();
  const answer: Answer = ({ url }) => (url.endsWith('/identity/compute') ? held.promise : null);
  const { user } = await renderScreen(compute, { sandbox: { instances: 6 }, answer });
  await screen.findByText('4 instances so far');
  await user.type(search(), 'identity-primary');
  await screen.findByText('No matching instances so far.');
  expect(screen.queryByRole('link', { name: 'Was it deleted?' })).toBeNull();
  held.resolve(serviceError(404, 'No such database.'));
  const text = /^identity couldn't be loaded\.\s*The workspace or database doesn't .*: No such database\./;
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByText('No matching instances so far.')).toBeVisible();
});

it('sorting is in the URL', async () => {
  const { user } = await openCompute(6);
  expect(rowNames()).not.toEqual(rowNames().toSorted());
  await user.click(button('Sort by Name'));
  expect(rowNames()).toEqual(rowNames().toSorted());
  await waitFor(() => expect(location.search).toBe('?sort=name'));
});

it('Shift selects a range, whose tools stand in the head of the table', async () => {
  const { user } = await openCompute(6);
  const names = rowNames();
  await user.click(screen.getByRole('checkbox', { name: `Select ${names[1]}` }));
  fireEvent.click(screen.getByRole('checkbox', { name: `Select ${names[3]}` }), { shiftKey: true });
  const tools = within(screen.getByRole('table')).getByRole('region', { name: 'Selection' });
  expect(within(tools).getByText('3 selected')).toBeInTheDocument();
  expect(within(tools).getByRole('button', { name: 'Delete 3 instances' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Sort by Name' })).toBeNull();
  await user.click(button('Clear selection'));
  expect(screen.getByRole('table', { name: 'Compute instances' })).toHaveFocus();
});

it('a list of several pages has a field for the number of the page', async () => {
  const { user } = await openCompute(250);
  expect(rowNames()).toHaveLength(100);
  const field = screen.getByRole('textbox', { name: 'Page of 3' });
  await user.clear(field);
  await user.type(field, '3{Enter}');
  await waitFor(() => expect(rowNames()).toHaveLength(50));
  await waitFor(() => expect(location.search).toBe('?page=3'));
  expect(button('Next page')).toHaveAttribute('aria-disabled', 'true');
  await user.click(button('Previous page'));
  await waitFor(() => expect(rowNames()).toHaveLength(100));
});

it('a selection on a different page → counted as not shown; / leads from it to the search', async () => {
  const { user } = await openCompute(101);
  await user.click(screen.getByRole('checkbox', { name: `Select ${rowNames()[0]}` }));
  expect(screen.queryByText(/not shown$/)).toBeNull();
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await user.click(button('Next page'));
  expect(await screen.findByText('1 not shown')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Select all 101 instances' }));
  expect(screen.getByText('100 not shown')).toBeInTheDocument();
});

it('what fails for one reason → one line, and the rows stay', async () => {
  const { user, site } = await openCompute(6);
  site.answer(({ url }) => (/(orders|identity)\/compute$/.test(url) ? serviceError(403, 'No.') : null));
  await user.click(button('Refresh'));
  await screen.findByText(/^orders, identity couldn't be loaded again\./);
  expect(screen.getByRole('alert')).toHaveTextContent(/have permission to do this\. ?Message from.*: No\./);
  expect(rowNames()).toHaveLength(6);
  site.answer(null);
  await user.click(button('Try again'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it.each([
  ['unreadable', () => Response.json(['x']), /^3 records couldn.t be read/],
  ['incomplete', () => Response.json([], { headers: { 'X-Total-Count': '6' } }), /^This list is incomplete/],
])('lists that are %s → no claim that there are no instances', async (_, respond, sentence) => {
  const { user, site } = await openCompute(6);
  site.answer(answerTo('/compute', respond));
  await user.click(button('Refresh'));
  await screen.findByText(sentence);
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.queryByText(/has no instances/)).toBeNull();
});

it('the log can’t be read again → the rows stay, and the page says so', async () => {
  const { user, browser } = await openCompute(3);
  browser.answer = (url) => (url.endsWith('/deletions') ? Promise.reject(new TypeError()) : null);
  await user.click(button('Refresh'));
  await screen.findByText(/^The deletion log couldn't be read again\./);
  expect(rowNames()).toHaveLength(3);
});

it('signed in again while Protect is open → it says so, and can’t be sent', async () => {
  const { user, browser } = await openCompute(3);
  await user.click(button('orders-primary'));
  await user.click(await screen.findByRole('button', { name: 'Protect…' }));
  await browser.signIn('acme');
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(/^You have signed in again since this was opened\./);
  expect(button('Protect instance')).toHaveAttribute('aria-disabled', 'true');
});

it('a protection set in Details → says by whom, until it is taken back', async () => {
  const { user, site } = await openCompute(6, '?database=orders');
  // A service may take the second one for the first.
  const twin = { id: 'Ｉ-1 ', name: 'twin' };
  await refreshOrders(user, site, [{ id: 'i-1', name: 'first' }, twin]);
  expect(await screen.findByRole('button', { name: 'Delete twin' })).toBeEnabled();
  await user.click(button('first'));
  await user.click(await screen.findByRole('button', { name: 'Protect…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'in use');
  await user.click(button('Protect instance'));
  await waitFor(() => expect(screen.getAllByTitle('Protected by you: in use')).toHaveLength(2));
  for (const name of ['Delete first', 'Delete twin'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  const fact = within(screen.getByRole('dialog')).getByText('Protected').parentElement;
  expect(fact).toHaveTextContent(/by you, since .* UTC: in use/);
  await user.click(button('Remove protection…'));
  await user.click(await screen.findByRole('button', { name: 'Remove protection' }));
  expect(await screen.findByRole('button', { name: 'Delete first' })).toBeEnabled();
});
