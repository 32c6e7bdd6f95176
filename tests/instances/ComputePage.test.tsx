// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import { compute, findTable, refreshOrders, rowNames, rowOf, serviceError } from './onScreen.ts';
// The dialogs load later, and Vitest would transform their code during a test.
import '../../src/instances/ComputeDialogs.tsx';

const six = { sandbox: { instances: 6 } };
const search = () => screen.getByRole('searchbox', { name: 'Search instances' });

describe('the table', () => {
  it('a row has the fields of its instance in at most 14 elements', async () => {
    const { sandbox } = await renderScreen(compute, six);
    await findTable(6);
    const row = rowOf('orders-primary');
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    const [instance] = sandbox.instances('acme', 'orders');
    expect(cells.slice(1, 5)).toEqual([
      `orders-primary${instance?.id}`,
      'orders',
      'READY',
      'eu-central-1 CLOUDA',
    ]);
    expect(row.querySelector('time')).toHaveAttribute('title', expect.stringMatching(/UTC/));
    expect(row.querySelectorAll('*').length).toBeLessThanOrEqual(14);
  });

  it('sorts by numbers, and without a chosen order shows the order of the list', async () => {
    const names = ['b-10', 'b-9', 'z'];
    const { user, site } = await renderScreen(`${compute}?database=orders`, six);
    await findTable(6);
    await refreshOrders(
      user,
      site,
      names.map((name) => ({ id: `i-${name}`, name })),
    );
    await findTable(7);
    expect(rowNames()).toEqual(names);
    await user.click(screen.getByRole('button', { name: 'Sort by Name' }));
    expect(rowNames()).toEqual(['b-9', 'b-10', 'z']);
    await waitFor(() => expect(location.search).toContain('sort=name'));
  });

  it('marks look-alikes and odd records, and offers no delete where it would be a guess', async () => {
    const { user, site } = await renderScreen(`${compute}?database=orders`, six);
    await findTable(6);
    await refreshOrders(user, site, [
      { id: 'i-1', name: 'prod-cope' },
      { id: 'i-2', name: 'prod-соре' },
      { id: 'caf\ufffd-1', name: 'damaged' },
      { id: 'i-4', name: 'going', deleted: true },
      { id: 'i-5', name: 'upper', workspace: { slug: 'ACME' } },
    ]);
    await findTable(9);
    expect(screen.getByRole('img', { name: 'Looks like prod-соре' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Looks like prod-cope' })).toBeInTheDocument();
    expect(within(rowOf('damaged')).getByText("Its ID can't be read")).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Delete damaged' })).toBeNull();
    expect(within(rowOf('going')).getByText('deleted: true')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Select going' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete going' })).toBeEnabled();
    expect(within(rowOf('upper')).queryByText(/Different/)).toBeNull();
  });

  it('a new instance with the ID of a selected one isn’t selected', async () => {
    const { user, site } = await renderScreen(`${compute}?database=orders`, six);
    await findTable(6);
    const record = { id: 'i-1', name: 'reused' };
    await refreshOrders(user, site, [{ ...record, created: '2026-01-01T00:00:00Z' }]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select reused' }));
    expect(await screen.findByText('1 selected')).toBeInTheDocument();
    await refreshOrders(user, site, [{ ...record, created: '2026-02-01T00:00:00Z' }]);
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
    expect(screen.getByRole('checkbox', { name: 'Select reused' })).not.toBeChecked();
  });

  it('Shift selects up to the row that was clicked before', async () => {
    const { user } = await renderScreen(compute, six);
    await findTable(6);
    const names = rowNames();
    await user.click(screen.getByRole('checkbox', { name: `Select ${names[1]}` }));
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${names[3]}` }), { shiftKey: true });
    expect(await screen.findByText('3 selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByRole('table', { name: 'Compute instances' })).toHaveFocus();
  });
});

describe('search and facets', () => {
  it('a facet filters, its chip takes it off, and the counts are those of the other filters', async () => {
    const { user } = await renderScreen(compute, six);
    await findTable(6);
    await user.click(screen.getByRole('button', { name: 'analytics 2' }));
    expect(await screen.findByText('2 of 6 instances')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'analytics 2' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'orders 2' })).toBeInTheDocument();
    await user.click(
      within(screen.getByRole('region', { name: 'Regions' })).getAllByRole('button')[0] as HTMLElement,
    );
    await user.click(screen.getByRole('button', { name: /^Region / }));
    await user.click(screen.getByRole('button', { name: 'Database analytics' }));
    await findTable(6);
    expect(rowNames()).toHaveLength(6);
  });

  it('several values of a facet show the rows of each', async () => {
    const { user } = await renderScreen(`${compute}?region=CLOUDA_EU_CENTRAL_1`, six);
    await findTable(6);
    const before = rowNames();
    const regions = within(screen.getByRole('region', { name: 'Regions' }));
    const [other] = regions.getAllByRole('button', { pressed: false });
    await user.click(other as HTMLElement);
    await waitFor(() => expect(rowNames().length).toBeGreaterThan(before.length));
    expect(rowNames()).toEqual(expect.arrayContaining(before));
    expect(new URLSearchParams(location.search).getAll('region')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Clear' })).toBeInTheDocument();
  });

  it('↓ goes to the first row, and Enter opens the only match', async () => {
    const { user } = await renderScreen(compute, six);
    await findTable(6);
    await user.type(search(), 'orders-primary');
    await screen.findByText('1 of 6 instances');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'orders-primary' })).toHaveFocus();
    await user.click(search());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'orders-primary' })).toBeInTheDocument();
  });

  it.each([
    ['more than 2 000 characters', 'x'.repeat(2_001)],
    ['characters that become nine in a URL', '数'.repeat(700)],
  ])('a search of %s stays out of the URL', async (_, text) => {
    const { user } = await renderScreen(compute, six);
    await findTable(6);
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
  });
});

describe('lists that can’t be read', () => {
  it('records that can’t be read → no claim that the workspace is empty', async () => {
    const { user, site } = await renderScreen(compute, six);
    await findTable(6);
    site.answer(({ method, url }) =>
      method === 'GET' && url.endsWith('/compute') ? Response.json(['x']) : null,
    );
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/^Nothing could be read of the 3 records/)).toBeInTheDocument();
    expect(screen.queryByText(/has no instances/)).toBeNull();
  });

  it('empty pages of longer lists → no claim that the workspace is empty', async () => {
    const { user, site } = await renderScreen(compute, six);
    await findTable(6);
    const headers = { 'Total-Records': '6' };
    site.answer(({ url }) => (url.endsWith('/compute') ? Response.json([], { headers }) : null));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/^This list is incomplete/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(screen.queryByText(/has no instances/)).toBeNull();
  });

  it('failures for one reason are one line, and rows of before stay', async () => {
    const { user, site } = await renderScreen(compute, six);
    await findTable(6);
    site.answer(({ method, url }) =>
      method === 'GET' && /(orders|identity)\/compute$/.test(url) ? serviceError(403, 'No.') : null,
    );
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/^orders, identity couldn't be refreshed/)).toBeInTheDocument();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(rowNames()).toHaveLength(6);
  });
});

describe('what an admin or the operator protects', () => {
  it('an admin’s protection is set and removed in Details, and stands in the row', async () => {
    const { user } = await renderScreen(compute, six);
    await findTable(6);
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

  it('an operator’s pattern stands in each of its rows', async () => {
    await renderScreen(compute, { ...six, env: { PROTECTED: 'identity' } });
    await findTable(6);
    expect(screen.getAllByText('Protected')).toHaveLength(2);
  });

  it('read-only: the reason, and no actions', async () => {
    await renderScreen(compute, { ...six, env: { READ_ONLY: 'Audit week' } });
    await findTable(6);
    expect(screen.getByText(/^Read-only\..*Audit week/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Delete|Add instances/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

it('Details: next and previous instance, and everything about a record', async () => {
  const { user } = await renderScreen(compute, six);
  await findTable(6);
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
