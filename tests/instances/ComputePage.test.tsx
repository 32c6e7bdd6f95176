// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import { compute, findTable, refreshOrders, rowNames, rowOf, serviceError } from './onScreen.ts';
// The dialogs load later, and Vitest would transform their code during a test.
import '../../src/instances/ComputeDialogs.tsx';

async function openSix(url = compute, env: Record<string, string> = {}) {
  const page = await renderScreen(url, { sandbox: { instances: 6 }, env });
  await findTable(6);
  return page;
}

const search = () => screen.getByRole('searchbox', { name: 'Search instances' });

describe('the table', () => {
  it('a row has its fields in at most 13 elements, and Details the others', async () => {
    const { user, sandbox } = await openSix();
    const row = rowOf('orders-primary');
    const cells = within(row).getAllByRole('cell');
    const [instance] = sandbox.instances('acme', 'orders');
    expect(cells.map(({ textContent }) => textContent).slice(1, 5)).toEqual([
      `orders-primary${instance?.id}`,
      'orders',
      'READY',
      'eu-central-1 CLOUDA',
    ]);
    expect(row.querySelector('time')).toHaveAttribute('title', expect.stringMatching(/UTC/));
    expect(row.querySelectorAll('*').length).toBeLessThanOrEqual(13);

    const [first = '', second = ''] = rowNames();
    await user.click(screen.getByRole('button', { name: first }));
    const details = await screen.findByRole('dialog', { name: first });
    expect(within(details).getByText('API host')).toBeInTheDocument();
    await user.click(within(details).getByRole('button', { name: 'Next instance' }));
    expect(await screen.findByRole('dialog', { name: second })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Previous instance' }));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: first })).toHaveFocus());
  });

  it('sorts by numbers, and without a chosen order shows the order of the list', async () => {
    const { user, site } = await openSix(`${compute}?database=orders`);
    const names = ['b-10', 'b-9', 'z'];
    const records = names.map((name) => ({ id: `i-${name}`, name }));
    await refreshOrders(user, site, records);
    await findTable(7);
    expect(rowNames()).toEqual(names);
    await user.click(screen.getByRole('button', { name: 'Sort by Name' }));
    expect(rowNames()).toEqual(['b-9', 'b-10', 'z']);
    await waitFor(() => expect(location.search).toContain('sort=name'));
  });

  it('odd records are marked, and none has a Delete that would be a guess', async () => {
    const { user, site } = await openSix(`${compute}?database=orders`);
    const markup = '<img src=x onerror=alert(1)>';
    await refreshOrders(user, site, [
      { id: 'i-1', name: 'prod-cope' },
      { id: 'i-2', name: 'prod-соре' },
      { id: 'caf\ufffd-1', name: 'damaged' },
      { id: '..', name: 'dot-dot' },
      { id: 12_345, name: 'numeric' },
      { name: 'missing' },
      { id: 'i-4', name: 'going', deleted: true },
      { id: 'i-5', name: 'upper', workspace: { slug: 'ACME' } },
      { id: 'i-6', name: 'foreign', workspace: { slug: 'beta' } },
      { id: 'i-7', name: 'elsewhere', databaseName: 'analytics' },
      { id: 'i-8', name: markup },
      { id: 'i-8', name: 'twin' },
      { id: 'i-9', name: 'past', deleted: '2024-01-01', created: '2023-01-01' },
    ]);
    await findTable(15);
    expect(screen.getByRole('img', { name: 'Looks like prod-соре' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Looks like prod-cope' })).toBeInTheDocument();
    for (const name of ['damaged', 'dot-dot', 'numeric', 'missing'])
      expect(screen.queryByRole('button', { name: `Delete ${name}` })).toBeNull();
    for (const [name, mark] of [
      ['damaged', "Its ID can't be read"],
      ['going', 'deleted: true'],
      ['foreign', 'Different workspace'],
      ['elsewhere', 'Different database'],
      // Text of the service is never markup.
      [markup, 'Duplicate ID'],
    ] as const)
      expect(rowOf(name)).toHaveTextContent(mark);
    expect(screen.queryByRole('checkbox', { name: 'Select going' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete going' })).toBeEnabled();
    expect(rowOf('upper')).not.toHaveTextContent('Different');
    expect(screen.queryByRole('button', { name: 'past' })).toBeNull();
  });

  it('a new instance with the ID of a selected one isn’t selected', async () => {
    const { user, site } = await openSix(`${compute}?database=orders`);
    const record = { id: 'i-1', name: 'reused' };
    await refreshOrders(user, site, [{ ...record, created: '2026-01-01T00:00:00Z' }]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select reused' }));
    expect(await screen.findByText('1 selected')).toBeInTheDocument();
    await refreshOrders(user, site, [{ ...record, created: '2026-02-01T00:00:00Z' }]);
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
    expect(screen.getByRole('checkbox', { name: 'Select reused' })).not.toBeChecked();
  });
});

describe('search, facets and the selection', () => {
  it('facets filter by their values, and their counts are those of the other filters', async () => {
    const { user } = await openSix();
    await user.click(screen.getByRole('button', { name: 'analytics 2' }));
    expect(await screen.findByText('2 of 6 instances')).toBeInTheDocument();
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
    expect(screen.getByRole('button', { name: 'Clear' })).toBeInTheDocument();
  });

  it('Shift selects a range, ↓ goes to the first row, and Enter opens the only match', async () => {
    const { user } = await openSix();
    const names = rowNames();
    await user.click(screen.getByRole('checkbox', { name: `Select ${names[1]}` }));
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${names[3]}` }), { shiftKey: true });
    expect(await screen.findByText('3 selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByRole('table', { name: 'Compute instances' })).toHaveFocus();
    await user.type(search(), 'orders-primary');
    await screen.findByText('1 of 6 instances');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'orders-primary' })).toHaveFocus();
    await user.click(search());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'orders-primary' })).toBeInTheDocument();
  });

  it('a search that is too long for a URL stays out of it', async () => {
    const { user } = await openSix();
    // The second text has fewer characters, and each becomes nine in a URL.
    for (const text of ['x'.repeat(2_001), '数'.repeat(700)]) {
      await user.click(search());
      // The URL changes a moment later.
      await user.paste('or');
      await waitFor(() => expect(location.search).toBe('?q=or'));
      await user.paste(text);
      expect(await screen.findByText('No matching instances.')).toBeInTheDocument();
      await waitFor(() => expect(location.search).toBe(''));
      await user.click(screen.getByRole('button', { name: 'Clear search' }));
      await findTable(6);
      expect(search()).toHaveFocus();
    }
  });
});

it('what fails for one reason → one line; nothing can be read → no claim', async () => {
  const { user, site, browser } = await openSix();
  const answerLists = async (path: RegExp, respond: () => Response) => {
    site.answer(({ method, url }) => (method === 'GET' && path.test(url) ? respond() : null));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
  };
  await answerLists(/(orders|identity)\/compute$/, () => serviceError(403, 'No.'));
  expect(await screen.findByText(/^orders, identity couldn't be refreshed/)).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(rowNames()).toHaveLength(6);
  site.answer(null);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  browser.answer = () => new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/^orders, analytics, identity couldn't be refreshed/)).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  browser.answer = null;
  await answerLists(/\/compute$/, () => Response.json(['x']));
  expect(await screen.findByText(/^Nothing could be read of the 3 records/)).toBeInTheDocument();
  expect(screen.queryByText(/has no instances/)).toBeNull();
  const headers = { 'Total-Records': '6' };
  await answerLists(/\/compute$/, () => Response.json([], { headers }));
  expect(await screen.findByText(/^This list is incomplete/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.queryByText(/has no instances/)).toBeNull();
});

it('protections stand in the row, and an admin sets and removes hers in Details', async () => {
  const { user } = await openSix(compute, { PROTECTED: 'identity' });
  expect(screen.getAllByText('Protected')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'orders-primary' }));
  await user.click(await screen.findByRole('button', { name: 'Protect…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'in use');
  await user.click(screen.getByRole('button', { name: 'Protect instance' }));
  expect(await screen.findByText(/^Protected by token [0-9a-f]{8}$/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete orders-primary' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove protection…' }));
  await user.click(await screen.findByRole('button', { name: 'Remove protection' }));
  expect(await screen.findByRole('button', { name: 'Delete orders-primary' })).toBeEnabled();
});
