// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { compute, findTable, openCompute, refreshOrders, rowNames, rowOf, serviceError } from './onScreen.ts';

const search = () => screen.getByRole('searchbox', { name: 'Search instances' });

it('a row has its fields in at most 13 elements, and Details, which have a next one, the others', async () => {
  const { user, site } = await openCompute(6);
  const row = rowOf('orders-primary');
  const [instance] = site.sandbox.instances('acme', 'orders');
  const texts = within(row).getAllByRole('cell');
  expect(texts.map(({ textContent }) => textContent).slice(1, 5)).toEqual([
    ...[`orders-primary${instance?.id}`, 'orders', 'READY', 'eu-central-1 CLOUDA'],
  ]);
  expect(row.querySelector('time')).toHaveAttribute('title', expect.stringMatching(/UTC/));
  expect(row.querySelectorAll('*').length).toBeLessThanOrEqual(13);
  const [first = '', second = ''] = rowNames();
  await user.click(screen.getByRole('button', { name: first }));
  const details = await screen.findByRole('dialog', { name: first });
  expect(within(details).getByText('API host')).toBeInTheDocument();
  await user.click(within(details).getByRole('button', { name: 'Next instance' }));
  await screen.findByRole('dialog', { name: second });
  await user.click(screen.getByRole('button', { name: 'Previous instance' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: first })).toHaveFocus());
});

it('odd records are marked, none has a Delete that would be a guess, and a reused ID no selection', async () => {
  const { user, site } = await openCompute(6, `${compute}?database=orders`);
  const markup = '<img src=x onerror=alert(1)>';
  const reused = { id: 'i-10', name: 'reused' };
  const records = [
    { id: 'i-1', name: 'prod-cope' },
    { id: 'i-2', name: 'prod-соре' },
    { id: 'caf\ufffd-1', name: 'damaged' },
    { id: 12_345, name: 'numeric' },
    { id: 'i-4', name: 'going', deleted: true },
    { id: 'i-6', name: 'foreign', workspace: { slug: 'beta' } },
    { id: 'i-8', name: markup },
    { id: 'i-8', name: 'twin' },
  ];
  await refreshOrders(user, site, [...records, { ...reused, created: '2026-01-01T00:00:00Z' }]);
  await findTable(12);
  expect(screen.getByRole('img', { name: 'Looks like prod-соре' })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Looks like prod-cope' })).toBeInTheDocument();
  for (const name of ['damaged', 'numeric'])
    expect(screen.queryByRole('button', { name: `Delete ${name}` })).toBeNull();
  expect(rowOf('damaged')).toHaveTextContent("Its ID can't be read");
  expect(rowOf('going')).toHaveTextContent('deleted: true');
  expect(rowOf('foreign')).toHaveTextContent('Different workspace');
  // Text of the service is never markup.
  expect(rowOf(markup)).toHaveTextContent('Duplicate ID');
  expect(screen.queryByRole('checkbox', { name: 'Select going' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete going' })).toBeEnabled();

  await user.click(screen.getByRole('checkbox', { name: 'Select reused' }));
  await screen.findByText('1 selected');
  await refreshOrders(user, site, [{ ...reused, created: '2026-02-01T00:00:00Z' }]);
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  expect(screen.getByRole('checkbox', { name: 'Select reused' })).not.toBeChecked();
});

it('facets filter, Shift selects a range, and the search goes to the first row or opens it', async () => {
  const { user } = await openCompute(6);
  await user.click(screen.getByRole('button', { name: 'analytics 2' }));
  await screen.findByText('2 of 6 instances');
  expect(screen.getByRole('button', { name: 'analytics 2' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'orders 2' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Database analytics' }));
  await waitFor(() => expect(rowNames()).toHaveLength(6));
  const regions = within(screen.getByRole('region', { name: 'Regions' })).getAllByRole('button');
  await user.click(regions[0] as HTMLElement);
  await waitFor(() => expect(rowNames().length).toBeLessThan(6));
  const ofFirst = rowNames();
  await user.click(regions[1] as HTMLElement);
  await waitFor(() => expect(rowNames().length).toBeGreaterThan(ofFirst.length));
  expect(rowNames()).toEqual(expect.arrayContaining(ofFirst));
  await waitFor(() => expect(new URLSearchParams(location.search).getAll('region')).toHaveLength(2));
  expect(rowNames()).not.toEqual(rowNames().toSorted());
  await user.click(screen.getByRole('button', { name: 'Sort by Name' }));
  expect(rowNames()).toEqual(rowNames().toSorted());
  await waitFor(() => expect(location.search).toContain('sort=name'));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(rowNames()).toHaveLength(6));

  const names = rowNames();
  await user.click(screen.getByRole('checkbox', { name: `Select ${names[1]}` }));
  fireEvent.click(screen.getByRole('checkbox', { name: `Select ${names[3]}` }), { shiftKey: true });
  await screen.findByText('3 selected');
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.getByRole('table', { name: 'Compute instances' })).toHaveFocus();
  await user.type(search(), 'orders-primary');
  await screen.findByText('1 of 6 instances');
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: 'orders-primary' })).toHaveFocus();
  await user.click(search());
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'orders-primary' });
});

it('a search that is too long for a URL stays out of it', async () => {
  const { user } = await openCompute(6);
  // The second text has fewer characters, and each becomes nine in a URL.
  for (const text of ['x'.repeat(2_001), '数'.repeat(700)]) {
    await user.click(search());
    // The URL changes a moment later.
    await user.paste('or');
    await waitFor(() => expect(location.search).toBe('?q=or'));
    await user.paste(text);
    await screen.findByText('No matching instances.');
    await waitFor(() => expect(location.search).toBe(''));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await findTable(6);
    expect(search()).toHaveFocus();
  }
});

it('what fails for one reason → one line; nothing can be read → no claim', async () => {
  const { user, site, browser } = await openCompute(6);
  const answerLists = async (path: RegExp, respond: () => Response) => {
    site.answer(({ method, url }) => (method === 'GET' && path.test(url) ? respond() : null));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
  };
  await answerLists(/(orders|identity)\/compute$/, () => serviceError(403, 'No.'));
  await screen.findByText(/^orders, identity couldn't be refreshed/);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(rowNames()).toHaveLength(6);
  site.answer(null);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  browser.answer = () => new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText(/^orders, analytics, identity couldn't be refreshed/);
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  browser.answer = null;
  await answerLists(/\/compute$/, () => Response.json(['x']));
  await screen.findByText(/^Nothing could be read of the 3 records/);
  expect(screen.queryByText(/has no instances/)).toBeNull();
  await answerLists(/\/compute$/, () => Response.json([], { headers: { 'X-Total-Count': '6' } }));
  await screen.findByText(/^This list is incomplete/);
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.queryByText(/has no instances/)).toBeNull();
});

it('the operator’s protections are shown, and an admin sets and removes hers in Details', async () => {
  const { user } = await openCompute(6, compute, { PROTECTED: 'identity' });
  expect(screen.getAllByText('Protected')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'orders-primary' }));
  await user.click(await screen.findByRole('button', { name: 'Protect…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'in use');
  await user.click(screen.getByRole('button', { name: 'Protect instance' }));
  await screen.findByText(/^Protected by token [0-9a-f]{8}$/);
  expect(screen.queryByRole('button', { name: 'Delete orders-primary' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove protection…' }));
  await user.click(await screen.findByRole('button', { name: 'Remove protection' }));
  expect(await screen.findByRole('button', { name: 'Delete orders-primary' })).toBeEnabled();
});
