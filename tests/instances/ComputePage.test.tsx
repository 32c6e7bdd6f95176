// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noPolicy, type Policy } from '../../src/config.ts';
import { saveChosenDatabases } from '../../src/instances/add/added.ts';
import { ServiceStorage } from '../../src/storage.ts';
import { renderScreen } from '../support/renderConsole.tsx';
import { changePolicy, stubFetch } from './deleteOnScreen.ts';
// The dialogs load later, and Vitest would transform their code during a test.
import '../../src/instances/ComputeDialogs.tsx';

// A URL change of the test before, which nuqs delays, would reach the next page.
beforeEach(() => render(<NuqsTestingAdapter>{null}</NuqsTestingAdapter>).unmount());

const compute = '/workspaces/acme/compute';
const three = { sandbox: { instances: 3 } };
const six = { sandbox: { instances: 6 } };
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

/** Answers the list of database `orders` until the end of the test. */
function stubOrders(respond: () => Response): void {
  stubFetch(async (url, init, fetch) => (url.endsWith('/orders/compute') ? respond() : fetch(url, init)));
}

describe('the table', () => {
  it('a row has the fields of its instance; a protected one has a lock, no Delete', async () => {
    const { sandbox } = await renderScreen(compute, {
      ...six,
      ...withPolicy({ protected: ['identity', '*-primary'] }),
    });
    await findTable(6);
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
    expect(within(row).getByText('Protected').parentElement).toHaveAttribute(
      'title',
      'Your operator protects instances that match “*-primary”.',
    );
    expect(within(row).queryByRole('checkbox')).toBeNull();
    expect(screen.getAllByText('Protected')).toHaveLength(4);
    expect(screen.getByRole('checkbox', { name: 'Select all 2 instances' })).toBeInTheDocument();
  });

  it('the key / moves the focus to the search, which folds case and accents', async () => {
    stubOrders(() =>
      Response.json([
        { id: 'i-1', name: 'Café-Straße' },
        { id: 'i-2', name: 'other' },
      ]),
    );
    const { user } = await renderScreen(compute, three);
    await findTable(4);
    await user.keyboard('/cafe STRASSE');
    expect(await screen.findByText('1 of 4 instances')).toBeInTheDocument();
    expect(rowNames()).toEqual(['Café-Straße']);
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search instances' })).toHaveValue('cafe STRASSE/');
  });

  it('a header sorts up, down and as listed: numbers by value, no value last', async () => {
    const names = ['b-10', 'b-9', 'Ä', 'z', 'c'];
    stubOrders(() =>
      Response.json(
        names.map((name, index) => ({ id: `i-${index}`, name, region: index > 2 ? null : `R_${index}` })),
      ),
    );
    const { user } = await renderScreen(`${compute}?database=orders`, three);
    await findTable(7);
    const sortBy = (column: string) => user.click(screen.getByRole('button', { name: `Sort by ${column}` }));
    await sortBy('Name');
    const header = screen.getByRole('columnheader', { name: 'Name' });
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    expect(rowNames()).toEqual(['Ä', 'b-9', 'b-10', 'c', 'z']);
    await sortBy('Name');
    expect(rowNames()).toEqual(['z', 'c', 'b-10', 'b-9', 'Ä']);
    await waitFor(() => expect(location.search).toContain('sort=-name'));
    await sortBy('Name');
    expect(rowNames()).toEqual(names);
    await sortBy('Region');
    expect(rowNames()).toEqual(['b-10', 'b-9', 'Ä', 'z', 'c']);
    await sortBy('Region');
    expect(rowNames()).toEqual(['Ä', 'b-9', 'b-10', 'z', 'c']);
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

it('more than 100 rows → pages; a page beyond the last is the last', async () => {
  stubOrders(() => Response.json(Array.from({ length: 100 }, (_, index) => ({ id: `i-${index}` }))));
  const { user } = await renderScreen(`${compute}?page=9`, three);
  expect(await screen.findByText('101–102 of 102')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sort by Database' }));
  expect(screen.getByText('1–100 of 102')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'orders 100' }));
  expect(rowNames()).toHaveLength(100);
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
});

describe('the selection', () => {
  it('rows that a search hides stay selected, are counted, and can be shown', async () => {
    const { user } = await renderScreen(compute, { sandbox: { instances: 12 } });
    await findTable(12);
    await user.click(screen.getByRole('checkbox', { name: 'Select orders-primary' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select orders-reports' }));
    await user.keyboard('{/Shift}');
    await user.click(screen.getByRole('searchbox'));
    await user.paste('replica');
    expect(await screen.findByText('2 not shown')).toBeInTheDocument();
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete 3 instances' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show only these' }));
    await waitFor(() => expect(rowNames()).toEqual(['orders-primary', 'orders-replica', 'orders-reports']));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.queryByText(/not shown/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(rowNames()).toHaveLength(12);
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it('a selected instance that left the list, or is a new one with the same ID, no longer counts', async () => {
    let records = ['a', 'b', 'c'].map((id) => ({ id, created: '2026-01-01' }));
    stubOrders(() => Response.json(records));
    const { user } = await renderScreen(compute, three);
    await findTable(5);
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

  it('one row → its dialog; two → the summary’s colors; over MAX_BULK → no dialog', async () => {
    const { user } = await renderScreen(compute, { ...three, ...withPolicy({ maxBulk: 2 }) });
    await findTable(3);
    await user.click(screen.getByRole('checkbox', { name: 'Select identity-primary' }));
    await user.click(screen.getByRole('button', { name: 'Delete 1 instance' }));
    await screen.findByRole('alertdialog', { name: /identity-primary/ });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select analytics-primary' }));
    const summary = await screen.findByRole('button', { name: 'analytics 1' });
    await user.click(screen.getByRole('button', { name: 'Delete 2 instances' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 instances' }));
    const [legend] = dialog.getAllByText('analytics');
    const colorIn = (element: Element | null | undefined) =>
      element?.querySelector('[data-color]')?.getAttribute('data-color');
    expect(colorIn(legend?.parentElement)).toBe(colorIn(summary));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select all 3 instances' }));
    const limit = 'Your operator allows at most 2 instances in one bulk delete.';
    expect(screen.getByText(limit)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete 3 instances' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    changePolicy({ protected: ['orders'] });
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    expect(screen.queryByText(limit)).toBeNull();
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
    await user.click(screen.getByRole('button', { name: 'orders 8', pressed: false }));
    expect(await screen.findByText('16 of 24 instances')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'orders 8', pressed: true }));
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

  it('menus filter by status and database, and a form chooses the databases', async () => {
    const { user } = await renderScreen(compute);
    await findTable();
    await user.click(screen.getByRole('button', { name: 'Status' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'BUILT' }));
    expect(await screen.findByText('1 of 24 instances')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Status: BUILT' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Databases' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'identity' }));
    expect(await screen.findByText('No matching instances.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Databases: identity' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Choose databases…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Databases' }));
    const field = dialog.getByLabelText('Databases to list');
    expect(field).toHaveValue('orders\nanalytics\nidentity');
    await user.clear(field);
    await user.paste('identity\n..');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText("The database name can't be “.” or “..”.")).toBeInTheDocument();
    await user.type(field, '{Backspace}{Backspace}');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('0 of 8 instances')).toBeInTheDocument();
  });

  it('databases chosen on an earlier page → no row of the others, although they were requested', async () => {
    const { sandbox } = await renderScreen(compute, {
      beforeStart: () => void saveChosenDatabases(new ServiceStorage('sandbox'), 'acme', ['identity']),
    });
    await findTable(8);
    expect(rowNames()).toEqual(sandbox.instances('acme', 'identity').map(({ name }) => name));
    expect(sandbox.calls.some(({ path }) => path.endsWith('/databases/orders/compute'))).toBe(true);
  });
});

describe('the operator’s policy', () => {
  it('read-only → no checkbox, Delete, list or Add, and one line that says why', async () => {
    const readOnly = { reason: 'Audit week, ask #platform.' };
    await renderScreen(compute, { ...three, ...withPolicy({ readOnly }) });
    await findTable(3);
    expect(
      screen.getByText('Read-only. Your operator has turned off deleting on this console.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Audit week, ask #platform.')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
    for (const name of [/^Delete/, 'Select from list…', 'Add instances'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export' })).toBeInTheDocument();
  });
});

describe('lists', () => {
  it('lists that fail → a sentence and Try again, and the others stay usable', async () => {
    let down = /compute$/;
    stubFetch(async (url, init, fetch) =>
      down.test(url)
        ? Response.json({ message: 'Down', statusCode: 403 }, { status: 403 })
        : fetch(url, init),
    );
    const { user } = await renderScreen(compute, three);
    expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(3);
    expect(screen.queryByText(/no instances/)).toBeNull();
    down = /orders\/compute$/;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(rowNames()).toHaveLength(2));
    const alert = screen.getByText("couldn't be loaded.");
    expect(alert.closest('[role=alert]')).toHaveTextContent(/orders couldn't be loaded\..*Down/);
    down = /never/;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rowNames()).toHaveLength(3));
    expect(screen.queryByText("couldn't be loaded.")).toBeNull();
  });

  it('Refresh reads lists and configuration; parts and unreadable records are named', async () => {
    const { user, sandbox } = await renderScreen(compute, three);
    await findTable(3);
    expect(screen.getByText(/^Updated \d\d:\d\d UTC$/)).toBeInTheDocument();
    const before = sandbox.calls.length;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(sandbox.calls.length).toBe(before + 3));
    stubOrders(() => Response.json([{ id: 'i-1' }, 'rubbish', 7], { status: 206 }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('This list is incomplete: the service returned only a part.');
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
    await renderScreen(compute, { ...three, beforeStart: block });
    await findTable(3);
    expect(
      screen.getByText("This browser can't store the deletion log, so deleting is off."),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
