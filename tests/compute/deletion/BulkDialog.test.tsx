// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../support/renderConsole.tsx';

const six = { sandbox: { instances: 6 } };

it('names every instance, and wants their number typed: no more, no less, no word', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute?database=orders', six);
  const dialog = await askFor(user, ['orders-primary', 'orders-replica']);
  expect(within(dialog).getByRole('list', { name: 'Instances to delete' })).toHaveTextContent(
    /orders-primary.*orders-replica/s,
  );
  const confirm = within(dialog).getByRole('button', { name: 'Delete 2 instances' });
  const field = within(dialog).getByLabelText('Type 2 to confirm');
  for (const wrong of ['1', '22', 'two', '2 instances']) {
    await user.clear(field);
    await user.type(field, wrong);
    expect(confirm, wrong).toBeDisabled();
  }
  await user.clear(field);
  await user.type(field, '2');
  expect(confirm).toBeEnabled();
  expect(deletes(sandbox)).toEqual([]);
});

it('begins with the focus on Cancel, which sends nothing and keeps the selection', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute?database=orders', six);
  const dialog = await askFor(user, ['orders-primary', 'orders-replica']);
  const cancel = within(dialog).getByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel).toHaveFocus());
  await user.click(cancel);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByRole('checkbox', { name: 'Select orders-primary' })).toBeChecked();
  expect(deletes(sandbox)).toEqual([]);
});

it('sends one request an instance, and tells how each of them ended', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute?database=orders', six);
  const all = sandbox.instances('acme', 'orders');
  const dialog = await askFor(user, ['orders-primary', 'orders-replica']);
  await user.type(within(dialog).getByLabelText('Type 2 to confirm'), '2{Enter}');
  const progress = await screen.findByRole('dialog', { name: 'Deletion of 2 instances ended' });
  expect(progress).toHaveTextContent('2 deleted');
  expect(deletes(sandbox).sort()).toEqual(
    all.map(({ id }) => `/workspaces/acme/databases/orders/compute/${id}`).sort(),
  );
  expect(sandbox.instances('acme', 'orders')).toEqual([]);
});

it('tells what failed from what was deleted, and offers what failed once more', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/faults/compute?database=orders');
  const dialog = await askFor(user, ['error-409', 'error-500', 'no-content']);
  await user.type(within(dialog).getByLabelText('Type 3 to confirm'), '3{Enter}');
  const ended = { name: 'Deletion of 3 instances ended' };
  const progress = await screen.findByRole('dialog', ended, { timeout: 15_000 });
  expect(progress).toHaveTextContent('1 deleted · 1 refused · 1 unknown');
  await user.click(within(progress).getByRole('button', { name: 'Retry 2 instances' }));
  const anew = await screen.findByRole('alertdialog', { name: 'Delete 2 instances' });
  expect(within(anew).getByRole('button', { name: 'Delete 2 instances' })).toBeDisabled();
  expect(deletes(sandbox)).toHaveLength(3);
});

it('is confirmed by name where one is selected alone', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute?database=orders', six);
  await user.click(await screen.findByRole('checkbox', { name: 'Select orders-primary' }));
  await user.click(screen.getByRole('button', { name: 'Delete 1 instance' }));
  const dialog = await screen.findByRole('alertdialog', { name: /orders-primary/ });
  expect(within(dialog).getByLabelText('Type orders-primary to confirm')).toBeVisible();
});

async function askFor(user: UserEvent, names: readonly string[]): Promise<HTMLElement> {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await user.click(screen.getByRole('button', { name: `Delete ${names.length} instances` }));
  return screen.findByRole('alertdialog', { name: `Delete ${names.length} instances` });
}

type Calls = { readonly calls: readonly { method: string; path: string }[] };

function deletes({ calls }: Calls): string[] {
  return calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}
