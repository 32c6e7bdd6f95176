// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { deleteDB, openDB } from 'idb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deletePaths, openDeleteDialog } from '../deletion/deleteOnScreen.ts';
import { renderConsole, renderScreen, signIn } from '../support/renderConsole.tsx';

const threeInstances = { sandbox: { instances: 3 } };

it('a checkbox can confirm one deletion if preferred, but never a bulk delete', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', threeInstances);
  await user.click(await screen.findByRole('button', { name: 'Preferences' }));
  const preferences = await screen.findByRole('dialog', { name: 'Preferences' });
  const group = within(preferences).getByRole('group', { name: 'Confirm deletions by' });
  await user.click(within(group).getByLabelText(/Ticking a checkbox/));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  let dialog = await openDeleteDialog(user, 'orders-primary');
  expect(within(dialog).getByRole('button', { name: 'Delete instance' })).toBeDisabled();
  expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Delete orders-primary and all its data' }));
  await user.click(within(dialog).getByRole('button', { name: 'Delete instance' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.queryByLabelText('Delete orders-primary')).not.toBeInTheDocument();
  await user.click(screen.getByLabelText('Select all instances that match'));
  await user.click(screen.getByText('Delete 2 instances'));
  dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 instances' });
  expect(within(dialog).getByLabelText('Type 2 to confirm')).toBeVisible();
  expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
  expect(deletePaths(sandbox)).toHaveLength(1);
});

it('Undo restores a removed database and keeps a database that was added later', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', threeInstances);
  await user.click(await screen.findByRole('button', { name: 'Databases' }));
  const menu = within(screen.getByRole('group', { name: 'Databases shown' }));
  await user.click(menu.getByRole('button', { name: 'Stop showing analytics' }));
  await user.type(screen.getByLabelText('Add a database'), 'payments{Enter}');
  await menu.findByRole('button', { name: 'Stop showing payments' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const getButtonNames = () =>
    menu.getAllByRole('button', { name: /^Stop showing/ }).map((button) => button.ariaLabel);
  await waitFor(() =>
    expect(getButtonNames()).toEqual(
      ['orders', 'analytics', 'identity', 'payments'].map((name) => `Stop showing ${name}`),
    ),
  );
});

it('an added instance stays in the list even if the browser can’t save it', async () => {
  const { user } = await renderConsole({
    at: '/workspaces/acme/compute',
    config: { instancesPath: null, databases: [] },
  });
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => putSpy.mockRestore());
  await signIn(user);
  await user.click(await screen.findByRole('button', { name: 'Add instance' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add instance' }));
  await user.click(form.getByText('Import'));
  await user.click(form.getByLabelText('Instances'));
  await user.paste('database,id\norders,one');
  await user.click(await form.findByRole('button', { name: 'Add 1 instance' }));
  expect(await screen.findByRole('button', { name: 'Delete one' })).toBeVisible();
  expect(await screen.findByText(/Couldn’t save your change/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  await user.click(screen.getByRole('link', { name: 'Compute' }));
  expect(await screen.findByRole('button', { name: 'Delete one' })).toBeVisible();
});

it('the page offers Reload and sends no DELETE if a later version changed its data', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', threeInstances);
  await screen.findByRole('button', { name: 'Delete orders-primary' });
  expect(screen.queryByRole('button', { name: 'Reload' })).not.toBeInTheDocument();
  const name = 'workspace-console.3.data.sandbox';
  const laterVersion = await openDB(name, 9);
  onTestFinished(async () => {
    laterVersion.close();
    await deleteDB(name);
  });
  expect(await screen.findByText(/^This tab runs an older version of the console/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled();
  const dialog = await openDeleteDialog(user, 'orders-primary');
  await user.type(within(dialog).getByRole('textbox'), 'orders-primary');
  await user.click(within(dialog).getByRole('button', { name: 'Delete instance' }));
  expect(await within(dialog).findByText(/so no request was sent\. Reload/)).toBeVisible();
  expect(deletePaths(sandbox)).toEqual([]);
});
