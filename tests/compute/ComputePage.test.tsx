// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noPolicy, type Policy } from '../../src/config.ts';
import { configStore } from '../../src/session/config.ts';
import { renderScreen } from '../support/renderConsole.tsx';
// The dialogs load later, and Vitest would transform their code during a test.
import '../../src/compute/ComputeDialogs.tsx';

// A URL change of the test before, which nuqs delays, would reach the next page.
beforeEach(() => render(<NuqsTestingAdapter>{null}</NuqsTestingAdapter>).unmount());

const compute = '/workspaces/acme/compute';
const withPolicy = (policy: Partial<Policy>) => ({ config: { policy: { ...noPolicy, ...policy } } });

function rowNames(): string[] {
  const table = screen.queryByRole('table', { name: 'Compute instances' });
  if (table === null) return [];
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td button')?.textContent ?? '');
}

function rowOf(name: string): HTMLElement {
  const row = screen.getByRole('button', { name }).closest('tr');
  if (row === null) throw new Error(`${name} is not in a row.`);
  return row;
}

/** Waits until every list has arrived. */
async function findTable(count = 24): Promise<HTMLElement> {
  await screen.findByText(new RegExp(`^(\\d+ of )?${count} instances?$`));
  return screen.getByRole('table', { name: 'Compute instances' });
}

/** Answers the list of one database until the end of the test. */
function stubList(database: string, respond: () => Response | Promise<Response>): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    init?.method !== 'DELETE' && url.endsWith(`/${database}/compute`) ? respond() : fetch(url, init),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

describe('the table', () => {
  it('a row has the name, ID, database, status, region and date of its instance', async () => {
    const { sandbox } = await renderScreen(compute);
    await findTable();
    const row = rowOf('orders-primary');
    const [instance] = sandbox.instances('acme', 'orders');
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, 5)).toEqual([
      `orders-primary${instance?.id}`,
      'orders',
      'READY',
      'eu-central-1CLOUDA',
    ]);
    expect(row.querySelector('time')).toHaveAttribute('title', expect.stringMatching(/UTC/));
    expect(within(row).getByTitle('CLOUDA_EU_CENTRAL_1')).toBeInTheDocument();
    for (const text of ['orders-primary', 'orders', 'READY'])
      expect(within(row).getByText(text).closest('[translate=no]')).not.toBeNull();
  });

  it('search folds case and accents, and counts what matches', async () => {
    stubList('orders', () =>
      Response.json([
        { id: 'i-1', name: 'Café-Straße' },
        { id: 'i-2', name: 'other' },
      ]),
    );
    const { user } = await renderScreen(compute, { sandbox: { instances: 3 } });
    await findTable(4);
    await user.type(screen.getByRole('searchbox', { name: 'Search instances' }), 'cafe STRASSE');
    expect(await screen.findByText('1 of 4 instances')).toBeInTheDocument();
    expect(rowNames()).toEqual(['Café-Straße']);
  });

  it('the key / moves the focus to the search, except in a field', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    await user.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Search instances' });
    expect(search).toHaveFocus();
    await user.keyboard('/');
    expect(search).toHaveValue('/');
  });

  it('a search without a match → one sentence, and Clear search shows all again', async () => {
    const { user } = await renderScreen(`${compute}?q=nothing`);
    expect(await screen.findByText('No matching instances.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(rowNames()).toHaveLength(24));
  });

  it('a header sorts up, down, and then as the service lists', async () => {
    const { user } = await renderScreen(`${compute}?database=orders`);
    await findTable();
    const listed = rowNames();
    const header = screen.getByRole('columnheader', { name: 'Name' });
    const sort = () => user.click(within(header).getByRole('button'));
    await sort();
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    expect(rowNames()).toEqual(listed.toSorted());
    await sort();
    expect(rowNames()).toEqual(listed.toSorted().toReversed());
    await waitFor(() => expect(location.search).toContain('sort=-name'));
    await sort();
    expect(rowNames()).toEqual(listed);
  });

  it('numbers in names sort by value, and rows without a value are last in both directions', async () => {
    const names = ['b-10', 'b-9', 'Ä', 'z', 'a'];
    stubList('orders', () =>
      Response.json(
        names.map((name, index) => ({ id: `i-${index}`, name, region: index > 2 ? null : `R_${index}` })),
      ),
    );
    const { user } = await renderScreen(`${compute}?database=orders&sort=name`);
    await findTable(21);
    expect(rowNames()).toEqual(['Ä', 'a', 'b-9', 'b-10', 'z']);
    await user.click(screen.getByRole('button', { name: 'Sort by Region' }));
    await user.click(screen.getByRole('button', { name: 'Sort by Region' }));
    expect(rowNames()).toEqual(['Ä', 'b-9', 'b-10', 'z', 'a']);
  });

  it('odd records are marked, and those without a usable ID can’t be deleted', async () => {
    const { user } = await renderScreen('/workspaces/odd/compute?database=orders&q=odd-');
    await screen.findByText(/^\d+ of \d\d instances$/);
    await waitFor(() => expect(rowNames()).toContain('odd-elsewhere'));
    expect(rowOf('odd-elsewhere')).toHaveTextContent('Different database');
    expect(rowOf('odd-foreign')).toHaveTextContent('Different workspace');
    expect(rowOf('odd-same-id')).toHaveTextContent('Duplicate ID');
    for (const name of ['odd-elsewhere', 'odd-same-id', 'odd-foreign'])
      expect(screen.queryByRole('checkbox', { name: `Select ${name}` })).toBeNull();
    await user.clear(screen.getByRole('searchbox'));
    const [button] = await screen.findAllByRole('button', { name: 'Delete numeric-id' });
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('title', "This record has no text ID, so it can't be deleted.");
    expect(screen.queryByRole('checkbox', { name: 'Select numeric-id' })).toBeNull();
    expect(screen.getByText('3 deleted records not shown')).toBeInTheDocument();
  });
});

describe('pages', () => {
  const many = { sandbox: { instances: 250 } };

  it('101 rows or more → pages of 100, in the URL', async () => {
    const { user } = await renderScreen(compute, many);
    await findTable(250);
    expect(rowNames()).toHaveLength(100);
    expect(screen.getByText('1–100 of 250')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByText('201–250 of 250')).toBeInTheDocument();
    await waitFor(() => expect(location.search).toBe('?page=3'));
  });

  it('a search or an order returns to page 1, a page beyond the last is the last', async () => {
    const { user } = await renderScreen(`${compute}?page=9`, many);
    expect(await screen.findByText('201–250 of 250')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sort by Database' }));
    expect(screen.getByText('1–100 of 250')).toBeInTheDocument();
  });

  it('no more than 100 rows → no pager', async () => {
    await renderScreen(compute, { sandbox: { instances: 100 } });
    await findTable(100);
    expect(rowNames()).toHaveLength(100);
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });

  it('Select all takes the matching rows of all pages', async () => {
    const { user } = await renderScreen(compute, many);
    await findTable(250);
    await user.click(screen.getByRole('checkbox', { name: 'Select all 250 instances' }));
    expect(screen.getByText('250 selected')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete 250 instances' })).toBeInTheDocument();
  });
});

describe('the selection', () => {
  it('rows that a search hides stay selected, are counted, and can be shown', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    for (const name of ['orders-primary', 'orders-replica', 'analytics-primary'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await user.type(screen.getByRole('searchbox'), 'analytics');
    expect(await screen.findByText('2 not shown')).toBeInTheDocument();
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete 3 instances' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show only these' }));
    await waitFor(() =>
      expect(rowNames()).toEqual(['orders-primary', 'orders-replica', 'analytics-primary']),
    );
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.queryByText(/not shown/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(rowNames()).toHaveLength(24);
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it('Shift and a click select the rows between', async () => {
    const { user } = await renderScreen(`${compute}?database=orders`);
    await findTable();
    await user.click(screen.getByRole('checkbox', { name: 'Select orders-replica' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select orders-exports' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeInTheDocument();
  });

  it('a selected instance that left the list, or is a new one with the same ID, no longer counts', async () => {
    let records = ['a', 'b', 'c'].map((id) => ({ id, created: '2026-01-01' }));
    stubList('orders', () => Response.json(records));
    const { user } = await renderScreen(compute);
    await findTable(19);
    for (const id of ['a', 'b', 'c'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${id}` }));
    records = [
      { id: 'b', created: '2026-02-01' },
      { id: 'c', created: '2026-01-01' },
    ];
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('1 selected')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select c' })).toBeChecked();
    records = [{ id: 'a', created: '2026-01-01' }, ...records];
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('checkbox', { name: 'Select a' })).not.toBeChecked();
    expect(screen.getByText('1 selected')).toBeInTheDocument();
  });

  it('more than MAX_BULK → the limit is named before the dialog', async () => {
    const { user } = await renderScreen(compute, withPolicy({ maxBulk: 2 }));
    await findTable();
    await user.click(screen.getByRole('checkbox', { name: 'Select all 24 instances' }));
    expect(
      screen.getByText('Your operator allows at most 2 instances in one bulk delete.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete 24 instances' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('databases have the colors of the summary in the bulk delete', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    for (const name of ['identity-primary', 'analytics-primary'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    const summary = await screen.findByRole('button', { name: 'analytics 8' });
    await user.click(screen.getByRole('button', { name: 'Delete 2 instances' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const [legend] = dialog.getAllByText('analytics');
    const colorIn = (element: Element | null | undefined) =>
      element?.querySelector('[data-color]')?.getAttribute('data-color');
    expect(colorIn(legend?.parentElement)).toBe(colorIn(summary));
  });

  it('one selected instance → the dialog for one', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    await user.click(screen.getByRole('checkbox', { name: 'Select orders-primary' }));
    await user.click(screen.getByRole('button', { name: 'Delete 1 instance' }));
    expect(await screen.findByRole('alertdialog', { name: /orders-primary/ })).toBeInTheDocument();
  });
});

describe('filters', () => {
  it('each part of the summary filters the table, and a second click shows all', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    const analytics = await screen.findByRole('button', { name: 'analytics 8' });
    await user.click(analytics);
    expect(await screen.findByText('8 of 24 instances')).toBeInTheDocument();
    await waitFor(() => expect(location.search).toBe('?database=analytics'));
    await user.click(screen.getByRole('button', { name: 'orders 8' }));
    expect(await screen.findByText('16 of 24 instances')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'orders 8' }));
    await user.click(analytics);
    const old = screen.getByRole('button', { name: /^\d+ older than 2 years$/ });
    await user.click(old);
    const count = Number.parseInt(old.textContent ?? '', 10);
    expect(await screen.findByText(`${count} of 24 instances`)).toBeInTheDocument();
    await user.click(old);
    const region = screen.getByRole('button', { name: /^eu-central-1 \d+$/ });
    await user.click(region);
    expect(rowNames()).toHaveLength(Number(region.textContent?.split(' ')[1]));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(rowNames()).toHaveLength(24);
  });

  it('the menus filter by database and status', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    await user.click(screen.getByRole('button', { name: 'Status' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'BUILT' }));
    expect(await screen.findByText('1 of 24 instances')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Status: BUILT' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Databases' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'identity' }));
    expect(await screen.findByText('No matching instances.')).toBeInTheDocument();
  });

  it('databases to list are chosen in a small form, and kept', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    await user.click(screen.getByRole('button', { name: 'Databases' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Choose databases…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Databases' }));
    const field = dialog.getByLabelText('Databases to list');
    expect(field).toHaveValue('orders\nanalytics\nidentity');
    await user.clear(field);
    await user.type(field, 'orders{Enter}..');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText("The database name can't be “.” or “..”.")).toBeInTheDocument();
    await user.type(field, '{Backspace}{Backspace}identity');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(rowNames()).toHaveLength(16));
  });
});

describe('the operator’s policy', () => {
  it('read-only → no checkbox, Delete, list or Add, and one line that says why', async () => {
    await renderScreen(compute, withPolicy({ readOnly: { reason: 'Audit week, ask #platform.' } }));
    await findTable();
    expect(
      screen.getByText('Read-only. Your operator has turned off deleting on this console.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Audit week, ask #platform.')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
    for (const name of [/^Delete/, 'Select from list…', 'Add instances'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export' })).toBeInTheDocument();
  });

  it('a protected instance → a lock in place of Delete, and no checkbox', async () => {
    await renderScreen(compute, withPolicy({ protected: ['identity', '*-primary'] }));
    await findTable();
    const row = rowOf('orders-primary');
    expect(within(row).getByText('Protected').parentElement).toHaveAttribute(
      'title',
      'Your operator protects instances that match “*-primary”.',
    );
    expect(within(row).queryByRole('checkbox')).toBeNull();
    expect(screen.getAllByText('Protected')).toHaveLength(10);
    expect(screen.getByRole('checkbox', { name: 'Select all 14 instances' })).toBeInTheDocument();
  });

  it('a policy that changes while rows are selected → they no longer count', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    await user.click(screen.getByRole('checkbox', { name: 'Select orders-primary' }));
    act(() => configStore.setState({ policy: { ...noPolicy, protected: ['orders'] } }));
    expect(screen.queryByText(/selected/)).toBeNull();
  });
});

describe('lists', () => {
  it('one database fails → its sentence and Try again, and the other instances stay usable', async () => {
    let isDown = true;
    stubList('orders', () =>
      isDown
        ? Response.json({ message: 'Down', statusCode: 403 }, { status: 403 })
        : Response.json([{ id: 'i-1' }]),
    );
    const { user } = await renderScreen(compute);
    await findTable(16);
    const alert = await screen.findByText("couldn't be loaded.");
    expect(alert.closest('[role=alert]')).toHaveTextContent(/orders couldn't be loaded\..*Down/);
    await waitFor(() => expect(rowNames()).toHaveLength(16));
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rowNames()).toHaveLength(17));
    expect(screen.queryByText("couldn't be loaded.")).toBeNull();
  });

  it('all fail → the reason, and no empty state', async () => {
    for (const database of ['orders', 'analytics', 'identity'])
      stubList(database, () => Response.json({ message: 'No', statusCode: 403 }, { status: 403 }));
    await renderScreen(compute);
    expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(3);
    expect(screen.queryByText(/no instances/)).toBeNull();
  });

  it('a part of a list, and records that can’t be read → they are named', async () => {
    stubList('orders', () => Response.json([{ id: 'i-1' }, 'rubbish', 7], { status: 206 }));
    await renderScreen(compute);
    expect(
      await screen.findByText('This list is incomplete: the service returned only a part.'),
    ).toBeInTheDocument();
    expect(screen.getByText("2 records in orders couldn't be read and aren't listed.")).toBeInTheDocument();
  });

  it('a workspace without instances → one sentence and one button', async () => {
    await renderScreen('/workspaces/empty/compute');
    expect(await screen.findByText('This workspace has no instances.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add an instance by hand' })).toBeInTheDocument();
  });

  it('the log can’t be read → the instances without Delete, and one sentence', async () => {
    const block = () =>
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError');
      });
    await renderScreen(compute, { beforeStart: block });
    await findTable();
    expect(
      screen.getByText("This browser can't store the deletion log, so deleting is off."),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('Refresh requests the lists and the configuration again, and says when', async () => {
    const { user, sandbox } = await renderScreen(compute);
    await findTable();
    expect(screen.getByText(/^Updated \d\d:\d\d UTC$/)).toBeInTheDocument();
    const before = sandbox.calls.length;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(sandbox.calls.length).toBe(before + 3));
  });
});
